import { z } from 'zod';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);

/** The variables of the company that checks identities. */
export const verificationEnvironment = {
  VERIFICATION_PROVIDER: z.preprocess(
    blankIsUnset,
    z.enum(['manual', 'sandbox', 'veriff']).default('manual'),
  ),
  VERIFF_API_KEY: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^[\w-]+$/, 'must be the API key of the integration')
      .optional(),
  ),
  VERIFF_SHARED_SECRET: z.preprocess(
    blankIsUnset,
    z.string().min(32, 'must be the shared secret of the integration').optional(),
  ),
  VERIFF_API_URL: z.preprocess(
    blankIsUnset,
    z
      .url({ protocol: /^https?$/, message: 'must be an http(s) address' })
      .regex(/^\w+:\/\/[^/]+\/?$/, 'must be an address without a path')
      .default('https://stationapi.veriff.com'),
  ),
};

type Environment = z.output<z.ZodObject<typeof verificationEnvironment>>;

/** An integration in Veriff's Customer Portal. The address has no trailing slash. */
export type VeriffConfig = {
  kind: 'veriff';
  apiKey: string;
  /** Signs our calls and Veriff's. */
  sharedSecret: string;
  apiUrl: string;
};

/** Who checks identities beside two people of the team; undefined for nobody. */
export type VerificationConfig = { kind: 'sandbox' } | VeriffConfig | undefined;

/** Reports settings that the provider requires, and the sandbox where people are really checked. */
export function checkVerificationEnvironment(
  values: Environment & { NODE_ENV: string },
  context: z.RefinementCtx,
): void {
  const { VERIFICATION_PROVIDER: provider } = values;
  const report = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (provider === 'sandbox' && values.NODE_ENV === 'production') {
    report('VERIFICATION_PROVIDER', 'cannot be sandbox in production: it checks nobody');
  }
  if (provider !== 'veriff') return;
  for (const name of ['VERIFF_API_KEY', 'VERIFF_SHARED_SECRET'] as const) {
    if (!values[name]) report(name, 'must be set when VERIFICATION_PROVIDER is veriff');
  }
}

/** Reads settings that passed {@link checkVerificationEnvironment}. The demo always has the sandbox. */
export function readVerificationConfig(values: Environment, demo: boolean): VerificationConfig {
  if (demo || values.VERIFICATION_PROVIDER === 'sandbox') return { kind: 'sandbox' };
  if (values.VERIFICATION_PROVIDER === 'manual') return undefined;
  return {
    kind: 'veriff',
    apiKey: values.VERIFF_API_KEY!,
    sharedSecret: values.VERIFF_SHARED_SECRET!,
    apiUrl: values.VERIFF_API_URL.replace(/\/$/, ''),
  };
}
