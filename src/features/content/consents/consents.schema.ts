import { z } from 'zod';
import { POST_STATES } from '#src/features/content/posts/posts.schema.ts';
import { calculateAge } from '#src/lib/dates.ts';
import { instantSchema } from '#src/lib/instant.ts';

/** What a person allows. Posts behind the paywall need `subscription`. */
export const CONSENT_SCOPES = ['subscription', 'public-preview', 'marketing'] as const;
export type ConsentScope = (typeof CONSENT_SCOPES)[number];

export const CONSENT_SCOPE_LABELS: Record<ConsentScope, string> = {
  subscription: 'Subscribers',
  'public-preview': 'Public previews',
  marketing: 'Marketing',
};

/** A consent is for one post, or for all posts of an influencer whose publication is in a period. */
export const CONSENT_KINDS = ['post', 'period'] as const;

/** How the agency received a consent. */
export const CONSENT_METHODS = ['paper', 'electronic', 'video', 'email'] as const;
export type ConsentMethod = (typeof CONSENT_METHODS)[number];

export const CONSENT_METHOD_LABELS: Record<ConsentMethod, string> = {
  paper: 'Signed on paper',
  electronic: 'Signed electronically',
  video: 'Recorded on video',
  email: 'By email',
};

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

/** The newest posts that are listed on the page of a performer. */
export const POSTS_OF_PERFORMER_LIMIT = 50;

/** The posts that a performer is in, newest first. */
export const postsOfPerformerSchema = z.object({
  posts: z.array(
    z.object({
      id: z.uuid(),
      state: z.enum(POST_STATES),
      /** Whether somebody in it, not only the performer, prevents its publication. */
      isBlocked: z.boolean(),
      /** The beginning of the caption. */
      caption: z.string(),
      /** The date of publication, else of the plan, else of the creation. */
      at: instantSchema,
      influencer: z.object({ id: z.uuid(), fullName: z.string() }).nullable(),
    }),
  ),
  hasMore: z.boolean(),
});
export type PostOfPerformer = z.infer<typeof postsOfPerformerSchema>['posts'][number];

/** The secret of a performer's private link. */
const token = z.string().min(1).max(200);
export const consentTokenSchema = z.object({ token });

/** A withdrawal by the person, who may give a reason. */
export const ownWithdrawalSchema = z.object({ token, consentId: z.uuid(), reason: text });

/** What a person sees of their consents. */
export const ownConsentsSchema = z.object({
  fullName: z.string(),
  /** In how many published posts the person is. */
  publishedCount: z.int(),
  consents: z.array(
    consentSchema.pick({
      id: true,
      kind: true,
      scopes: true,
      post: true,
      influencer: true,
      startsOn: true,
      endsOn: true,
      givenOn: true,
      withdrawnAt: true,
    }),
  ),
});
export type OwnConsents = z.infer<typeof ownConsentsSchema>;
