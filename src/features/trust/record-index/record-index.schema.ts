import { z } from 'zod';
import { VERIFICATION_STATES } from '#src/features/agency/performers/verification.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/** What a name is to the performer who uses it. */
export const NAME_KINDS = ['legal', 'known-as', 'other'] as const;
export type NameKind = (typeof NAME_KINDS)[number];
export const NAME_KIND_LABELS: Record<NameKind, string> = {
  legal: 'Legal name',
  'known-as': 'Known as',
  other: 'Other name',
};

export const recordNameQuerySchema = z.object({
  ...listingShape(['name'], 'name'),
  kind: z.enum(NAME_KINDS).optional(),
});
export type RecordNameQuery = z.output<typeof recordNameQuerySchema>;

const person = z.object({ id: z.uuid(), legalSurname: z.string(), legalGivenNames: z.string() });

/** One name of a performer: the register has a row for each name that a person has used. */
export const recordNameRowSchema = z.object({
  /** Of the name, not of the performer. */
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(NAME_KINDS),
  performer: person,
  /** YYYY-MM-DD */
  dateOfBirth: z.string(),
  verification: z.enum(VERIFICATION_STATES),
  /** How many published and removed works the performer is in. */
  works: z.int(),
});
export type RecordNameRow = z.infer<typeof recordNameRowSchema>;
export const recordNamePageSchema = listPageSchema(recordNameRowSchema);

const WORK_STATES = ['published', 'removed'] as const;
export const recordWorkQuerySchema = z.object({
  ...listingShape(['published'], '-published'),
  /** Works that are or were published and still exist, unless those that were deleted are requested. */
  state: z.enum(WORK_STATES).optional(),
  performer: z.uuid().optional(),
});
export type RecordWorkQuery = z.output<typeof recordWorkQuerySchema>;

/** A work with its address and everybody in it. */
export const recordWorkRowSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  address: z.string(),
  publishedAt: instantSchema,
  removedAt: instantSchema.nullable(),
  people: z.array(person),
});
export type RecordWorkRow = z.infer<typeof recordWorkRowSchema>;
export const recordWorkPageSchema = listPageSchema(recordWorkRowSchema);

/** How many performers one archive can contain. */
const ARCHIVE_PERFORMERS = 50;
export const ARCHIVE_REASON_MAXIMUM_LENGTH = 500;

const PASSWORD_MINIMUM_LENGTH = 12;
const PASSWORD_MAXIMUM_LENGTH = 128;

/** What an archive is encrypted with; stored nowhere: `z.object({ ...archivePasswordShape })`. */
export const archivePasswordShape = {
  password: z
    .string()
    .min(PASSWORD_MINIMUM_LENGTH, `At least ${PASSWORD_MINIMUM_LENGTH} characters`)
    .max(PASSWORD_MAXIMUM_LENGTH, `At most ${PASSWORD_MAXIMUM_LENGTH} characters`),
};

/** The input of an archive with copies of documents. */
export const recordArchiveSchema = z.object({
  performerIds: z
    .array(z.uuid())
    .min(1, 'Choose at least one performer')
    .max(ARCHIVE_PERFORMERS, `At most ${ARCHIVE_PERFORMERS} performers at once`),
  /** Who inspects the records and why; the audit trail records it. */
  reason: z
    .string()
    .trim()
    .min(1, 'Enter a reason')
    .max(ARCHIVE_REASON_MAXIMUM_LENGTH, `At most ${ARCHIVE_REASON_MAXIMUM_LENGTH} characters`),
  ...archivePasswordShape,
});
export type RecordArchive = z.output<typeof recordArchiveSchema>;
