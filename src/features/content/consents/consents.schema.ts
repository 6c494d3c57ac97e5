import { z } from 'zod';
import { calculateAge } from '#src/lib/dates.ts';
import { instantSchema } from '#src/lib/instant.ts';

/** What a person allows. Posts behind the paywall need `subscription`. */
export const CONSENT_SCOPES = ['subscription', 'public-preview', 'marketing'] as const;

/** A consent is for one post, or for all posts of an influencer whose publication is in a period. */
export const CONSENT_KINDS = ['post', 'period'] as const;

/** How the agency received a consent. */
export const CONSENT_METHODS = ['paper', 'electronic', 'video', 'email'] as const;

export const NOTE_MAXIMUM_LENGTH = 500;

const pastDate = (missing: string) =>
  z.iso.date(missing).refine((day) => calculateAge(day, new Date()) >= 0, {
    error: 'Choose a day that is not in the future',
  });
const text = z
  .string()
  .trim()
  .max(NOTE_MAXIMUM_LENGTH, `At most ${NOTE_MAXIMUM_LENGTH} characters`);

const given = {
  /** Chosen by the dialog, so that a repeated request records one consent. */
  id: z.uuid(),
  scopes: z
    .array(z.enum(CONSENT_SCOPES))
    .min(1, 'Choose what the consent covers')
    .max(CONSENT_SCOPES.length)
    .transform((scopes) => CONSENT_SCOPES.filter((scope) => scopes.includes(scope))),
  givenOn: pastDate('Enter the day on which the consent was given'),
  method: z.enum(CONSENT_METHODS),
  /** Where the original is, for example; may be blank. */
  note: text,
};

export const newConsentSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('post'), postId: z.uuid('Choose a post'), ...given }),
    z.object({
      kind: z.literal('period'),
      influencerId: z.uuid('Choose an influencer'),
      /** The first and the last day of publication, in UTC; without a last day for all later posts. */
      startsOn: z.iso.date('Enter the first day of the period'),
      endsOn: z.iso.date('Enter the last day as YYYY-MM-DD').nullable(),
      ...given,
    }),
  ])
  .refine(
    (consent) =>
      consent.kind === 'post' || consent.endsOn === null || consent.endsOn >= consent.startsOn,
    { path: ['endsOn'], error: 'The last day is before the first' },
  );
export type NewConsent = z.output<typeof newConsentSchema>;

export const withdrawalSchema = z.object({ reason: text.min(1, 'Enter a reason') });

export const consentSchema = z.object({
  id: z.uuid(),
  kind: z.enum(CONSENT_KINDS),
  scopes: z.array(z.enum(CONSENT_SCOPES)),
  /** The beginning of the caption; null for a period, and after the deletion of the post. */
  post: z.object({ id: z.uuid(), caption: z.string() }).nullable(),
  /** Null for a post, and after the deletion of the influencer. */
  influencer: z.object({ id: z.uuid(), fullName: z.string() }).nullable(),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  givenOn: z.string(),
  method: z.enum(CONSENT_METHODS),
  note: z.string(),
  /** Null after the deletion of the user. */
  recordedBy: z.string().nullable(),
  createdAt: instantSchema,
  withdrawnAt: instantSchema.nullable(),
  /** Null if the person withdrew it without the team, and after the deletion of the user. */
  withdrawnBy: z.string().nullable(),
  withdrawalReason: z.string().nullable(),
});
export type Consent = z.infer<typeof consentSchema>;
export const consentsSchema = z.object({ consents: z.array(consentSchema) });
