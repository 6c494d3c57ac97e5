import { z } from 'zod';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = (schema: z.ZodString | z.ZodURL) => z.preprocess(blankIsUnset, schema.optional());

const address = z.url({ protocol: /^https?$/, message: 'must be an http(s) address' });

/** The environment variables of payments. */
export const paymentsEnvironment = {
  PAYMENTS: z.preprocess(
    blankIsUnset,
    z.enum(['disabled', 'sandbox', 'stripe', 'verotel']).default('disabled'),
  ),
  STRIPE_SECRET_KEY: optional(
    z.string().regex(/^[sr]k_\w+$/, 'must be a secret or restricted key, as in "sk_live_…"'),
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    z.string().regex(/^whsec_[^\s]+$/, 'must be the signing secret of the endpoint, "whsec_…"'),
  ),
  STRIPE_API_URL: optional(
    address.regex(/^\w+:\/\/[^/]+\/?$/, 'must be an address without a path'),
  ),
  VEROTEL_SHOP_ID: optional(z.string().regex(/^\d+$/, 'must be the number of the website')),
  VEROTEL_SIGNATURE_KEY: optional(z.string()),
  VEROTEL_API_USER: optional(z.string().regex(/^[^:\s]+$/, 'must be a name without a colon')),
  VEROTEL_API_PASSWORD: optional(z.string()),
  VEROTEL_ORDER_URL: optional(address),
  VEROTEL_API_URL: optional(address),
  VEROTEL_SUPPORT_URL: optional(address),
};

type Environment = z.output<z.ZodObject<typeof paymentsEnvironment>>;

/** A Stripe account and the signing secret of its webhook endpoint. */
export type StripeConfig = {
  kind: 'stripe';
  secretKey: string;
  webhookSecret: string;
  /** Address of a server that replaces Stripe's API. */
  apiUrl: string | undefined;
};
/** A website in Verotel's Control Center, and an API user with write access. Addresses have no trailing slash. */
export type VerotelConfig = {
  kind: 'verotel';
  shopId: string;
  signatureKey: string;
  apiUser: string;
  apiPassword: string;
  /** The order pages of the account's brand. */
  orderUrl: string;
  apiUrl: string;
  /** Where buyers manage their purchases. */
  supportUrl: string;
};
export type PaymentsConfig =
  | { kind: 'disabled' }
  | { kind: 'sandbox' }
  | StripeConfig
  | VerotelConfig;

const REQUIRED = {
  disabled: [],
  sandbox: [],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  verotel: ['VEROTEL_SHOP_ID', 'VEROTEL_SIGNATURE_KEY', 'VEROTEL_API_USER', 'VEROTEL_API_PASSWORD'],
} as const satisfies Record<PaymentsConfig['kind'], (keyof Environment)[]>;

/** Reports settings that the payment provider requires and that are missing. */
export function checkPaymentsEnvironment(values: Environment, context: z.RefinementCtx): void {
  for (const name of REQUIRED[values.PAYMENTS]) {
    if (values[name]) continue;
    const message = `must be set when PAYMENTS is ${values.PAYMENTS}`;
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

/** Reads settings that passed {@link checkPaymentsEnvironment}. */
export function readPaymentsConfig(values: Environment): PaymentsConfig {
  if (values.PAYMENTS === 'verotel') return readVerotelConfig(values);
  if (values.PAYMENTS !== 'stripe') return { kind: values.PAYMENTS };
  return {
    kind: 'stripe',
    secretKey: values.STRIPE_SECRET_KEY!,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET!,
    apiUrl: values.STRIPE_API_URL,
  };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

const readVerotelConfig = (values: Environment): VerotelConfig => ({
  kind: 'verotel',
  shopId: values.VEROTEL_SHOP_ID!,
  signatureKey: values.VEROTEL_SIGNATURE_KEY!,
  apiUser: values.VEROTEL_API_USER!,
  apiPassword: values.VEROTEL_API_PASSWORD!,
  orderUrl: withoutSlash(values.VEROTEL_ORDER_URL ?? 'https://secure.verotel.com'),
  apiUrl: withoutSlash(values.VEROTEL_API_URL ?? 'https://controlcenter.verotel.com/api'),
  supportUrl: withoutSlash(values.VEROTEL_SUPPORT_URL ?? 'https://www.vtsup.com'),
});
