import { z } from 'zod';

/** The companies that check identities, and the sandbox in place of one. */
export const VERIFICATION_PROVIDERS = ['sandbox', 'veriff'] as const;
export type VerificationProviderName = (typeof VERIFICATION_PROVIDERS)[number];

export const PROVIDER_LABELS: Record<VerificationProviderName, string> = {
  sandbox: 'Sandbox',
  veriff: 'Veriff',
};

/**
 * Where a session stands. `submitted` and `review`: the provider is deciding; `resubmission`: the
 * person has to take the pictures again.
 */
export const VERIFICATION_OUTCOMES = [
  'submitted',
  'review',
  'resubmission',
  'approved',
  'declined',
  'expired',
] as const;
export type VerificationOutcome = (typeof VERIFICATION_OUTCOMES)[number];

const text = z.string().trim().min(1).max(200);

/** What a provider reports about a session, in the product's terms. */
export const verificationResultSchema = z.object({
  /** The provider's id of the session. */
  reference: z.string().min(1).max(255),
  /** The product's id of the session, as the provider returns it. */
  sessionId: z.uuid(),
  outcome: z.enum(VERIFICATION_OUTCOMES),
  /** When the provider decided; the newest decision counts. */
  decidedAt: z.date(),
  /** Why it was not approved, in the provider's words. */
  reason: text.nullable(),
  /** What the document says; null for everything that the provider could not read. */
  person: z.object({
    givenNames: text.nullable(),
    surname: text.nullable(),
    dateOfBirth: z.iso.date().nullable(),
  }),
  /** The last day of the document. */
  expiresOn: z.iso.date().nullable(),
});
export type VerificationResult = z.output<typeof verificationResultSchema>;
