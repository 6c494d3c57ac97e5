import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { readRegionConfig, type RegionConfig, type RegionEnvironment } from './region-config.ts';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);

const METHODS = ['sandbox', 'yoti'] as const;

/** The variables of the methods that verify the age of visitors and fans. */
export const ageCheckEnvironment = {
  AGE_CHECKS: z.preprocess(
    blankIsUnset,
    z
      .string()
      .default('')
      .transform((list) => [
        ...new Set(
          list
            .split(',')
            .map((method) => method.trim())
            .filter(Boolean),
        ),
      ])
      .pipe(
        z.array(z.enum(METHODS, `must be a list of ${METHODS.join(', ')} with commas between`)),
      ),
  ),
  AGE_CHECK_DAYS: z.preprocess(
    blankIsUnset,
    z.coerce
      .number('must be a number of days')
      .int('must be a number of days')
      .min(1, 'must be from 1 to 365')
      .max(365, 'must be from 1 to 365')
      .default(90),
  ),
  YOTI_SDK_ID: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^[\w-]{14,40}$/, 'must be the SDK ID of a service in the Yoti Hub')
      .optional(),
  ),
  YOTI_API_KEY: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be an API key from the Yoti Hub')
      .optional(),
  ),
  YOTI_API_URL: z.preprocess(
    blankIsUnset,
    z
      .url({ protocol: /^https?$/, message: 'must be an http(s) address' })
      .regex(/^\w+:\/\/[^/]+\/?$/, 'must be an address without a path')
      .default('https://age.yoti.com'),
  ),
  YOTI_FACE_AGE: z.preprocess(
    blankIsUnset,
    z.coerce
      .number('must be an age')
      .int('must be an age')
      .min(18, 'must be from 18 to 40')
      .max(40, 'must be from 18 to 40')
      .default(25),
  ),
};

type Environment = z.output<z.ZodObject<typeof ageCheckEnvironment>>;

/** A service in the Yoti Hub. The address has no trailing slash. */
export type YotiConfig = {
  sdkId: string;
  apiKey: string;
  apiUrl: string;
  /** From which estimated age on a face is enough, above 18 because estimates err. */
  faceAge: number;
};

export type AgeCheckConfig = {
  /** For how many days a verification counts. */
  validDays: number;
  /** Plays a provider; never in production. */
  sandbox: boolean;
  yoti: YotiConfig | undefined;
};

/** Reports methods without their settings, and the sandbox where ages are really verified. */
export function checkAgeCheckEnvironment(
  values: Environment & { NODE_ENV: string },
  context: z.RefinementCtx,
): void {
  const { AGE_CHECKS: methods } = values;
  const report = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (methods.includes('sandbox') && values.NODE_ENV === 'production') {
    report('AGE_CHECKS', 'cannot contain sandbox in production: it checks nobody');
  }
  if (!methods.includes('yoti')) return;
  for (const name of ['YOTI_SDK_ID', 'YOTI_API_KEY'] as const) {
    if (!values[name]) report(name, 'must be set when AGE_CHECKS contains yoti');
  }
}

/**
 * Reads settings that passed {@link checkAgeCheckEnvironment}. The demo always has the sandbox.
 * @throws ConfigError if ages have to be verified, but cannot be
 */
export function readAgeRules(
  values: Environment & RegionEnvironment,
  demo: boolean,
): { regions: RegionConfig; ageChecks: AgeCheckConfig } {
  const { AGE_CHECKS: methods } = values;
  if (methods.length === 0 && !demo && values.VERIFIED_REGIONS.length > 0) {
    throw new ConfigError(['VERIFIED_REGIONS: needs a method in AGE_CHECKS']);
  }
  const yoti = {
    sdkId: values.YOTI_SDK_ID!,
    apiKey: values.YOTI_API_KEY!,
    apiUrl: values.YOTI_API_URL.replace(/\/$/, ''),
    faceAge: values.YOTI_FACE_AGE,
  };
  return {
    regions: readRegionConfig(values),
    ageChecks: {
      validDays: values.AGE_CHECK_DAYS,
      sandbox: demo || methods.includes('sandbox'),
      yoti: methods.includes('yoti') ? yoti : undefined,
    },
  };
}
