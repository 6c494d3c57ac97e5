import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/** How an age can be verified: the sandbox plays a company. */
export const AGE_METHODS = ['sandbox', 'yoti', 'eu_wallet'] as const;
export type AgeMethod = (typeof AGE_METHODS)[number];

export const AGE_METHOD_LABELS: Record<AgeMethod, string> = {
  sandbox: 'Sandbox',
  yoti: 'Yoti',
  eu_wallet: 'EU age verification',
};

/** How an age check ends; `ended` is without a result. */
export const AGE_OUTCOMES = ['passed', 'failed', 'ended'] as const;
export type AgeOutcome = (typeof AGE_OUTCOMES)[number];

export const AGE_CHECK_STATUSES = ['open', ...AGE_OUTCOMES] as const;

/** For how long a check can be finished; a result that comes later is ignored. */
export const AGE_CHECK_MINUTES = 60;

export const newAgeCheckSchema = z.object({ method: z.enum(AGE_METHODS) });

/** The exchange protocol of OpenID4VP 1.0 over the Digital Credentials API, for requests without a signature. */
export const CREDENTIAL_PROTOCOL = 'openid4vp-v1-unsigned';

/** A check that has started: where it goes on. */
export const startedAgeCheckSchema = z.object({
  /** The company's page, or a link that opens a wallet. */
  url: z.string(),
  /** The same request for a wallet that the browser finds, if it has the Digital Credentials API. */
  credentialRequest: z
    .object({
      protocol: z.literal(CREDENTIAL_PROTOCOL),
      data: z.record(z.string(), z.unknown()),
    })
    .nullable(),
});
export type StartedAgeCheck = z.infer<typeof startedAgeCheckSchema>;

/** What a wallet answered through the browser: a presentation or an error of OpenID4VP. */
export const walletAnswerSchema = z.union([
  z.object({
    /** The value of `vp_token`, as JSON. */
    vpToken: z.string().max(32 * 1024),
  }),
  z.object({ error: z.string().max(200) }),
]);
export type WalletAnswer = z.infer<typeof walletAnswerSchema>;

/** What a browser needs to know about the age of its user. */
export const ageStateSchema = z.object({
  /** Whether creators are shown only after a verification where the browser is. */
  isRequired: z.boolean(),
  isVerified: z.boolean(),
  methods: z.array(z.enum(AGE_METHODS)),
  /** For how many days a verification counts. */
  validDays: z.int(),
  /** Whether a fan is signed in, who can manage the account without a check. */
  isFan: z.boolean(),
  /** The newest check of this browser, unless it verified somebody else. */
  check: z.object({ method: z.enum(AGE_METHODS), status: z.enum(AGE_CHECK_STATUSES) }).nullable(),
});
export type AgeState = z.infer<typeof ageStateSchema>;

const count = z.int();

/** What admins see of the policies and checks. */
export const ageOverviewSchema = z.object({
  blocked: z.array(z.string()),
  verified: z.array(z.string()),
  /** How the region of a request is found. */
  regionSource: z.enum(['header', 'address']),
  validDays: count,
  /** The methods that are set up, and those that were used. */
  methods: z.array(
    z.object({
      method: z.enum(AGE_METHODS),
      isOffered: z.boolean(),
      /** The checks of the last 30 days. */
      passed: count,
      failed: count,
      /** Ended without a result, or never finished. */
      unfinished: count,
    }),
  ),
  /** The verifications that count now. */
  verifiedFans: count,
  verifiedVisitors: count,
  revoked: count,
});
export type AgeOverview = z.infer<typeof ageOverviewSchema>;

/** The newest verification of a fan's age. */
export const ageVerificationSchema = z.object({
  id: z.uuid(),
  method: z.enum(AGE_METHODS),
  verifiedAt: instantSchema,
  expiresAt: instantSchema,
  revokedAt: instantSchema.nullable(),
});
export type AgeVerification = z.infer<typeof ageVerificationSchema>;
