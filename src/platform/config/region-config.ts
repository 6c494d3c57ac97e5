import { z } from 'zod';
import { isCountry } from '#src/lib/locale/countries.ts';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);

/** `FR` or `US-TX`: a country of ISO 3166-1, or one of its subdivisions. */
const REGION = /^([A-Z]{2})(-[A-Z0-9]{1,3})?$/;
const headerName = z.preprocess(
  blankIsUnset,
  z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a header')
    .toLowerCase()
    .optional(),
);

const regionList = z.preprocess(
  blankIsUnset,
  z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((region) => region.trim())
        .filter(Boolean),
    )
    .refine(
      (regions) => regions.every((region) => isCountry(REGION.exec(region)?.[1] ?? '')),
      'must be countries and their subdivisions with commas between, such as FR, US-TX',
    ),
);

/** The variables of regions where a declaration of age is not enough. */
export const regionEnvironment = {
  BLOCKED_REGIONS: regionList,
  VERIFIED_REGIONS: regionList,
  COUNTRY_HEADER: headerName,
  REGION_HEADER: headerName,
};

export type RegionEnvironment = z.output<z.ZodObject<typeof regionEnvironment>>;

export type RegionConfig = {
  /** `FR` or `US-TX`: where nothing is shown. */
  blocked: readonly string[];
  /** Where creators are shown only to people whose age was verified. */
  verified: readonly string[];
  /** The proxy's headers with the country and its subdivision, in lower case. */
  countryHeader: string | undefined;
  regionHeader: string | undefined;
};

/** Reports headers that anybody could send, and regions that nothing could find. */
export function checkRegionEnvironment(
  values: RegionEnvironment & { TRUST_PROXY: boolean },
  context: z.RefinementCtx,
): void {
  const report = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const { COUNTRY_HEADER: country, REGION_HEADER: region } = values;
  const { BLOCKED_REGIONS: blocked, VERIFIED_REGIONS: verified } = values;
  if (country && !values.TRUST_PROXY) report('COUNTRY_HEADER', 'needs TRUST_PROXY=true');
  if (region && !country) report('REGION_HEADER', 'must be set together with COUNTRY_HEADER');
  for (const [name, regions] of Object.entries({
    BLOCKED_REGIONS: blocked,
    VERIFIED_REGIONS: verified,
  })) {
    if (!region && regions.some((one) => one.includes('-'))) {
      report(name, 'needs REGION_HEADER for parts of a country, such as US-TX');
    }
  }
  const both = blocked.find((one) => verified.includes(one));
  if (both) report('VERIFIED_REGIONS', `cannot name ${both}, which is in BLOCKED_REGIONS`);
}

export function readRegionConfig(values: RegionEnvironment): RegionConfig {
  return {
    blocked: values.BLOCKED_REGIONS,
    verified: values.VERIFIED_REGIONS,
    countryHeader: values.COUNTRY_HEADER,
    regionHeader: values.REGION_HEADER,
  };
}
