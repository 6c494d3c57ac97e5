import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/** What an entry was made from: a file of the product, or a line of an imported list. */
export const BLOCK_SOURCES = ['file', 'list'] as const;

/** Entries that block uploads, and those that no longer do. */
export const BLOCK_STATES = ['active', 'lifted'] as const;
/** `held` selects the entries that stored files match, until each is released. */
export const BLOCK_FILTERS = [...BLOCK_STATES, 'held'] as const;

/**
 * How the hashes of a list compare: `sha256` finds the same bytes, `pdq` pictures that look alike.
 */
export const HASH_KINDS = ['pdq', 'sha256'] as const;
export type HashKind = (typeof HASH_KINDS)[number];

export const REASON_MAXIMUM_LENGTH = 500;
/** The maximum number of hashes of one import. */
export const IMPORT_LIMIT = 200_000;

const reason = z
  .string()
  .trim()
  .min(1, 'Please enter a reason')
  .max(REASON_MAXIMUM_LENGTH, `At most ${REASON_MAXIMUM_LENGTH} characters`);

/** A file whose copies are refused. */
export const blockedFileSchema = z.object({
  id: z.uuid(),
  source: z.enum(BLOCK_SOURCES),
  /** The name of the imported list, or of the file. */
  name: z.string(),
  /** Why it is blocked. */
  reason: z.string(),
  /** In hexadecimal digits; null if only the look is known. */
  sha256: z.string().nullable(),
  /** The number of its perceptual hashes: one for a picture, one for each scene of a video. */
  hashCount: z.int(),
  createdAt: instantSchema,
  /** A name; null after the person's deletion. */
  createdBy: z.string().nullable(),
  state: z.enum(BLOCK_STATES),
  liftedAt: instantSchema.nullable(),
  liftedBy: z.string().nullable(),
  liftReason: z.string().nullable(),
  /** The number of uploads that it refused. */
  matchCount: z.int(),
  lastMatchedAt: instantSchema.nullable(),
  /** The number of stored files that match it and are held. */
  heldCount: z.int(),
});
export type BlockedFile = z.infer<typeof blockedFileSchema>;

export const blockedFileQuerySchema = z.object({
  ...listingShape(['newest'], '-newest'),
  state: z.enum(BLOCK_FILTERS).optional(),
});
export type BlockedFileQuery = z.output<typeof blockedFileQuerySchema>;
export const blockedFilePageSchema = listPageSchema(blockedFileSchema);

/** A refused upload; the file and its uploader may be gone. */
export const blockedUploadSchema = z.object({
  fileName: z.string(),
  uploadedBy: z.string().nullable(),
  matchedAt: instantSchema,
  /** The number of different bits of the nearest picture; null for the same bytes. */
  distance: z.int().nullable(),
});

/** A stored file that matches a list; the post that contains it is not published until it is released. */
export const heldFileSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  /** The post that contains it; null for a file without a post. */
  postId: z.uuid().nullable(),
  /** The name of the influencer; null without one. */
  owner: z.string().nullable(),
  /** The number of different bits; null for the same bytes. */
  distance: z.int().nullable(),
  heldAt: instantSchema,
  releasedAt: instantSchema.nullable(),
  releasedBy: z.string().nullable(),
  releaseReason: z.string().nullable(),
});
export type HeldFile = z.infer<typeof heldFileSchema>;

export const blockedFileDetailSchema = z.object({
  file: blockedFileSchema,
  /** The newest refused uploads. */
  uploads: z.array(blockedUploadSchema),
  /** The newest stored files that match it, those that are held first. */
  held: z.array(heldFileSchema),
});
export type BlockedFileDetail = z.infer<typeof blockedFileDetailSchema>;

export const blockFileSchema = z.object({ mediaId: z.uuid(), reason });
export const liftBlockSchema = z.object({ reason });
export const releaseFileSchema = z.object({ reason });

export const hashListDetailsSchema = z.object({
  name: z.string().trim().min(1, 'Please enter a name').max(100, 'At most 100 characters'),
  kind: z.enum(HASH_KINDS),
});
export type HashListDetails = z.output<typeof hashListDetailsSchema>;

/** A short list. A long one is sent as a file to `/blocked-hashes`. */
export const importHashesSchema = hashListDetailsSchema.extend({
  /** A hash in each line; what follows a comma or a space in a line is ignored. */
  text: z.string().max(1_000_000, 'Choose a file for more than 1,000,000 characters'),
});

/** Nothing is added while a line is no hash. */
export const importResultSchema = z.object({
  added: z.int(),
  /** Hashes that were blocked already. */
  known: z.int(),
  /** The first lines that are no hash, with their numbers from 1. */
  problems: z.array(z.object({ line: z.int(), text: z.string() })),
});
export type ImportResult = z.infer<typeof importResultSchema>;
