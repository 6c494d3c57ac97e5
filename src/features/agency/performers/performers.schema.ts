import { z } from 'zod';
import { MINIMUM_AGE } from '#src/features/identity/accounts/accounts.schema.ts';
import { calculateAge } from '#src/lib/dates.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { isCountry } from '#src/lib/locale/countries.ts';
import { versionSchema } from '#src/lib/version.ts';
import { VERIFICATION_STATES } from './verification.schema.ts';

/** A performer is an influencer of the agency, or a co-performer who appears with one. */
export const PERFORMER_KINDS = ['influencer', 'co-performer'] as const;
export type PerformerKind = (typeof PERFORMER_KINDS)[number];

export const PERFORMER_KIND_LABELS: Record<PerformerKind, string> = {
  influencer: 'Influencer',
  'co-performer': 'Co-performer',
};

export const NAME_MAXIMUM_LENGTH = 120;
/** Every other name that a person has used. */
export const ALIAS_LIMIT = 20;
export const HOLD_REASON_MAXIMUM_LENGTH = 500;

const name = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(NAME_MAXIMUM_LENGTH, `At most ${NAME_MAXIMUM_LENGTH} characters`);

const dateOfBirth = z
  .string()
  .trim()
  .min(1, { error: 'Enter the date of birth', abort: true })
  .max(10, { error: 'Enter the date of birth as YYYY-MM-DD', abort: true })
  .refine((date) => !Number.isNaN(calculateAge(date, new Date())), {
    error: 'Enter the date of birth as YYYY-MM-DD',
    abort: true,
  })
  .refine((date) => calculateAge(date, new Date()) >= MINIMUM_AGE, {
    error: 'A performer must be 18 or older',
    abort: true,
  })
  .refine((date) => calculateAge(date, new Date()) <= 120, 'Enter the date of birth');

const identity = {
  /** The name that fans and colleagues know. */
  fullName: name('Enter the name they are known by'),
  legalGivenNames: name('Enter the given names as in the ID document'),
  legalSurname: name('Enter the surname as in the ID document'),
  aliases: z
    .array(name('Enter a name'))
    .max(ALIAS_LIMIT, `At most ${ALIAS_LIMIT} other names`)
    .transform((names) => [...new Set(names)]),
  dateOfBirth,
  country: z.string().max(2).refine(isCountry, 'Choose the country of residence'),
};

/** The input of a new performer. */
export const newPerformerSchema = z.object({
  /** Chosen by the dialog, so that a repeated request adds one performer. */
  id: z.uuid(),
  kind: z.enum(PERFORMER_KINDS),
  /** The performer's own account, or the influencer with whom a co-performer appears. */
  influencerId: z.uuid('Choose an influencer'),
  ...identity,
});
export type NewPerformer = z.output<typeof newPerformerSchema>;

/** The input of a change; kind and influencer never change. */
export const performerChangeSchema = z.object({ version: versionSchema, ...identity });
export type PerformerChange = z.output<typeof performerChangeSchema>;

export const archivingSchema = z.object({ isArchived: z.boolean() });
export const holdSchema = z.object({
  /** Why the record must not be deleted; null lifts the hold. */
  reason: z
    .string()
    .trim()
    .min(1, 'Enter a reason')
    .max(HOLD_REASON_MAXIMUM_LENGTH, `At most ${HOLD_REASON_MAXIMUM_LENGTH} characters`)
    .nullable(),
});

/** A performer in the register. */
export const performerRowSchema = z.object({
  id: z.uuid(),
  kind: z.enum(PERFORMER_KINDS),
  fullName: z.string(),
  legalGivenNames: z.string(),
  legalSurname: z.string(),
  aliases: z.array(z.string()),
  /** YYYY-MM-DD */
  dateOfBirth: z.string(),
  country: z.string(),
  verification: z.enum(VERIFICATION_STATES),
  /** The last day of the ID document, YYYY-MM-DD; null without a confirmed check. */
  expiresOn: z.string().nullable(),
  /** Null after the influencer's deletion. */
  influencer: z.object({ id: z.uuid(), fullName: z.string() }).nullable(),
  createdAt: instantSchema,
  /** When the record was archived, which starts its retention period; null while it is in use. */
  archivedAt: instantSchema.nullable(),
});
export type PerformerRow = z.infer<typeof performerRowSchema>;

export const performerSchema = performerRowSchema.extend({
  version: z.int(),
  /** Why the record is retained regardless of the period; null without a hold. */
  holdReason: z.string().nullable(),
  /** The earliest deletion; null while the record is in use. */
  retainedUntil: instantSchema.nullable(),
});
export type Performer = z.infer<typeof performerSchema>;

export const performerQuerySchema = z.object({
  ...listingShape(['surname', 'newest'], 'surname'),
  kind: z.enum(PERFORMER_KINDS).optional(),
  influencer: z.uuid().optional(),
  state: z.enum(['current', 'archived']).optional(),
  /**
   * `to-confirm`: a person of the team has to decide. `expiring`: the ID document has expired or expires
   * soon, and nobody checks a new one.
   */
  verification: z.enum([...VERIFICATION_STATES, 'to-confirm', 'expiring']).optional(),
});
export type PerformerQuery = z.output<typeof performerQuerySchema>;
export const performerPageSchema = listPageSchema(performerRowSchema);
