import { z } from 'zod';
import {
  MAXIMUM_FILES_PER_POST,
  MEDIA_TYPES,
  studioMediaSchema,
} from '#src/features/content/media/media.schema.ts';
import { POST_STATES } from '#src/features/content/posts/posts.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

export const VAULT_PAGE_SIZE = 24;

/** Filters of the vault, stored in the address of the page. */
export const vaultFilterSchema = z.object({
  search: z.string().trim().max(100).optional(),
  influencerId: z.uuid().optional(),
  mediaType: z.enum(MEDIA_TYPES).optional(),
});
export type VaultFilter = z.infer<typeof vaultFilterSchema>;
export const vaultQuerySchema = vaultFilterSchema.extend({
  cursor: z.string().max(100).optional(),
});

/** A file of an influencer, listed once however often it is used. */
export const vaultFileSchema = z.object({
  media: studioMediaSchema,
  createdAt: instantSchema,
  influencer: z.object({ id: z.uuid(), fullName: z.string() }),
  postCount: z.int(),
  taskCount: z.int(),
});
export type VaultFile = z.infer<typeof vaultFileSchema>;

/** A page of the vault, newest first. */
export const vaultPageSchema = z.object({
  files: z.array(vaultFileSchema),
  /** Media token: the query string for the media addresses of this page (see lib/media-links.ts). */
  mediaToken: z.string(),
  nextCursor: z.string().nullable(),
});

/** A post that contains a file of the vault. */
export const postOfFileSchema = z.object({
  id: z.uuid(),
  state: z.enum(POST_STATES),
  /** The beginning of the caption. */
  caption: z.string(),
  /** Time of publication, else the scheduled or planned time, else the creation. */
  at: instantSchema,
});
export type PostOfFile = z.infer<typeof postOfFileSchema>;

export const reuseSchema = z.object({
  ids: z.array(z.uuid()).min(1, 'Select a file').max(MAXIMUM_FILES_PER_POST),
});
