import { z } from 'zod';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = (schema: z.ZodString | z.ZodURL) => z.preprocess(blankIsUnset, schema.optional());

// The sandbox takes no money: an outage of another provider must not give subscriptions away.
const standsAlone = (names: string[]): boolean =>
  names.length === 1 ||
  (new Set(names).size === names.length && !names.some((name) => ALONE.includes(name)));
const ALONE = ['disabled', 'sandbox'];

const address = z.url({ protocol: /^https?$/, message: 'must be an http(s) address' });

/** Where CCBill's webhooks come from, as its documentation says. */
const CCBILL_NETWORKS = '64.38.212.0/24, 64.38.215.0/24, 64.38.240.0/24, 64.38.241.0/24';

/** The environment variables of payments. */
export const paymentsEnvironment = {
  PAYMENTS: z.preprocess(
    blankIsUnset,
    z
      .string()
      .default('disabled')
      .transform((value) => value.split(',').map((name) => name.trim()))
      .pipe(z.array(z.enum(['disabled', 'sandbox', 'stripe', 'verotel', 'ccbill'])))
      .refine(standsAlone, 'must name "disabled" or "sandbox" alone, and each provider once'),
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
  STRIPE_FEES_SINCE: z.preprocess(
    blankIsUnset,
    z.iso
      .date('must be a day, as in "2026-12-01"')
      .transform((day) => new Date(`${day}T00:00:00Z`))
      .optional(),
  ),
  VEROTEL_SHOP_ID: optional(z.string().regex(/^\d+$/, 'must be the number of the website')),
  VEROTEL_SIGNATURE_KEY: optional(z.string()),
  VEROTEL_API_USER: optional(z.string().regex(/^[^:\s]+$/, 'must be a name without a colon')),
  VEROTEL_API_PASSWORD: optional(z.string()),
  VEROTEL_ORDER_URL: optional(address),
  VEROTEL_API_URL: optional(address),
  VEROTEL_SUPPORT_URL: optional(address),
  CCBILL_ACCOUNT: optional(z.string().regex(/^\d{6}$/, 'must be the account’s six digits')),
  CCBILL_SUBACCOUNT: optional(z.string().regex(/^\d{4}$/, 'must be the subaccount’s four digits')),
  CCBILL_FLEX_ID: optional(z.string().regex(/^[\w-]+$/, 'must be the id of a FlexForms flow')),
  CCBILL_SALT: optional(z.string()),
  CCBILL_WEBHOOK_SECRET: optional(
    z.string().regex(/^[\w-]{32,}$/, 'must be at least 32 letters, digits, - or _'),
  ),
  CCBILL_WEBHOOK_NETWORKS: z.preprocess(
    blankIsUnset,
    z
      .string()
      .default(CCBILL_NETWORKS)
      .transform((value) => value.split(',').map((network) => network.trim()))
      .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()], 'must be networks such as 64.38.212.0/24'))),
  ),
  CCBILL_DATALINK_USER: optional(z.string()),
  CCBILL_DATALINK_PASSWORD: optional(z.string()),
  CCBILL_FORM_URL: optional(address),
  CCBILL_DATALINK_URL: optional(address),
  CCBILL_SUPPORT_URL: optional(address),
};

type Environment = z.output<z.ZodObject<typeof paymentsEnvironment>>;

/** Stripe's rules for the name of a charge on a card statement. */
const STRIPE_DESCRIPTOR = /^(?=.*[A-Za-z])[ -~]{5,22}$/;
const REFUSED_BY_STRIPE = /[<>\\'"*]/;

/** A Stripe account and the signing secret of its webhook endpoint. */
export type StripeConfig = {
  kind: 'stripe';
  secretKey: string;
  webhookSecret: string;
  /** Address of a server that replaces Stripe's API. */
  apiUrl: string | undefined;
  /** Since when Stripe's fees are recorded; undefined if people record them. */
  feesSince?: Date | undefined;
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
/** A CCBill subaccount with dynamic pricing, and a Data Link user. Addresses have no trailing slash. */
export type CcbillConfig = {
  kind: 'ccbill';
  account: string;
  subaccount: string;
  flexId: string;
  /** The encryption key of dynamic prices. */
  salt: string;
  /** The last part of the webhook's address. */
  webhookSecret: string;
  /** The networks from which webhooks are accepted. */
  webhookNetworks: string[];
  dataLinkUser: string;
  dataLinkPassword: string;
  formUrl: string;
  dataLinkUrl: string;
  /** Where buyers manage their purchases. */
  supportUrl: string;
};
export type ProviderConfig = { kind: 'sandbox' } | StripeConfig | VerotelConfig | CcbillConfig;
export type ProviderName = ProviderConfig['kind'];

export type PaymentsConfig = {
  /** The providers of new subscriptions, the preferred one first; none while payments are disabled. */
  sales: ProviderName[];
  /** Every provider whose variables are set. Their subscriptions are served, on sale or not. */
  connected: ProviderConfig[];
};

const REQUIRED = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  verotel: ['VEROTEL_SHOP_ID', 'VEROTEL_SIGNATURE_KEY', 'VEROTEL_API_USER', 'VEROTEL_API_PASSWORD'],
  ccbill: [
    'CCBILL_ACCOUNT',
    'CCBILL_SUBACCOUNT',
    'CCBILL_FLEX_ID',
    'CCBILL_SALT',
    'CCBILL_WEBHOOK_SECRET',
    'CCBILL_DATALINK_USER',
    'CCBILL_DATALINK_PASSWORD',
  ],
} as const satisfies Partial<Record<ProviderName, (keyof Environment)[]>>;
type RealProvider = keyof typeof REQUIRED;
const REAL_PROVIDERS = Object.keys(REQUIRED) as RealProvider[];

/** Reports settings that a payment provider requires and that are missing. */
export function checkPaymentsEnvironment(
  values: Environment & { PAYMENT_DESCRIPTOR?: string | undefined },
  context: z.RefinementCtx,
): void {
  const { PAYMENT_DESCRIPTOR: descriptor, STRIPE_SECRET_KEY: usesStripe } = values;
  if (
    usesStripe &&
    descriptor !== undefined &&
    (!STRIPE_DESCRIPTOR.test(descriptor) || REFUSED_BY_STRIPE.test(descriptor))
  ) {
    const message =
      'must have 5 to 22 Latin characters with at least one letter, and none of < > \\ \' " * (rules of Stripe)';
    context.addIssue({ code: 'custom', path: ['PAYMENT_DESCRIPTOR'], message });
  }
  for (const provider of REAL_PROVIDERS) {
    const names = REQUIRED[provider];
    const sells = values.PAYMENTS.includes(provider);
    if (!sells && !names.some((name) => values[name])) continue;
    const reason = sells ? `PAYMENTS names ${provider}` : `another setting of ${provider} is`;
    for (const name of names) {
      if (values[name]) continue;
      context.addIssue({ code: 'custom', path: [name], message: `must be set when ${reason}` });
    }
  }
}

/** Reads settings that passed {@link checkPaymentsEnvironment}. */
export function readPaymentsConfig(values: Environment): PaymentsConfig {
  const sales = values.PAYMENTS.filter((name) => name !== 'disabled');
  const connected = REAL_PROVIDERS.filter((name) => values[REQUIRED[name][0]]);
  return {
    sales,
    connected: [
      ...(sales.includes('sandbox') ? [SANDBOX] : []),
      ...connected.map((name) => READERS[name](values)),
    ],
  };
}

const SANDBOX = { kind: 'sandbox' } as const;

/** The payments of the demo: always the sandbox, whatever the environment names. */
export const DEMO_PAYMENTS: PaymentsConfig = { sales: ['sandbox'], connected: [SANDBOX] };

const readStripeConfig = (values: Environment): StripeConfig => ({
  kind: 'stripe',
  secretKey: values.STRIPE_SECRET_KEY!,
  webhookSecret: values.STRIPE_WEBHOOK_SECRET!,
  apiUrl: values.STRIPE_API_URL,
  feesSince: values.STRIPE_FEES_SINCE,
});

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

const readCcbillConfig = (values: Environment): CcbillConfig => ({
  kind: 'ccbill',
  account: values.CCBILL_ACCOUNT!,
  subaccount: values.CCBILL_SUBACCOUNT!,
  flexId: values.CCBILL_FLEX_ID!,
  salt: values.CCBILL_SALT!,
  webhookSecret: values.CCBILL_WEBHOOK_SECRET!,
  webhookNetworks: values.CCBILL_WEBHOOK_NETWORKS,
  dataLinkUser: values.CCBILL_DATALINK_USER!,
  dataLinkPassword: values.CCBILL_DATALINK_PASSWORD!,
  formUrl: withoutSlash(values.CCBILL_FORM_URL ?? 'https://api.ccbill.com/wap-frontflex/flexforms'),
  dataLinkUrl: withoutSlash(
    values.CCBILL_DATALINK_URL ?? 'https://datalink.ccbill.com/utils/subscriptionManagement.cgi',
  ),
  supportUrl: withoutSlash(values.CCBILL_SUPPORT_URL ?? 'https://support.ccbill.com'),
});

const READERS: Record<RealProvider, (values: Environment) => ProviderConfig> = {
  stripe: readStripeConfig,
  verotel: readVerotelConfig,
  ccbill: readCcbillConfig,
};
