import { z } from 'zod';
import { MAXIMUM_FILES_PER_POST, MEDIA_TYPES } from '#src/features/media/media.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';

/** One file of a post. `source` is null while the post is locked: then only the teaser shows. */
export const postMediaSchema = z.object({
  mediaType: z.enum(MEDIA_TYPES),
  width: z.int(),
  height: z.int(),
  durationSeconds: z.number().nullable(),
  /** Blurred, very small picture as a data: address. */
  teaser: z.string(),
  source: z.object({ id: z.uuid(), widths: z.array(z.int()) }).nullable(),
});

export const postSchema = z.object({
  id: z.uuid(),
  caption: z.string(),
  category: z.enum(CATEGORIES),
  createdAt: z.iso.datetime(),
  influencer: z.object({
    id: z.uuid(),
    fullName: z.string(),
    publicUrl: z.string().nullable(),
  }),
  locked: z.boolean(),
  /** Whether the viewer was notified of it and has not opened it yet. */
  unread: z.boolean(),
  /** All files in order. */
  media: z.array(postMediaSchema),
});
export type Post = z.infer<typeof postSchema>;

/** A page of posts, newest first. */
export const postPageSchema = z.object({
  posts: z.array(postSchema),
  /** Query string for the media addresses of this page (see lib/media-links.ts). */
  pass: z.string(),
  /** Give it back to get the next page; null on the last one. */
  nextCursor: z.string().nullable(),
});
export type PostPage = z.infer<typeof postPageSchema>;

export const CAPTION_MAXIMUM_LENGTH = 5_000;

export const newPostSchema = z.object({
  caption: z.string().trim().min(1, 'Caption is required').max(CAPTION_MAXIMUM_LENGTH),
  category: z.enum(CATEGORIES, 'Category is required'),
  influencerId: z.uuid('Influencer is required'),
  /** Ids of finished uploads, in the order in which they are shown. */
  uploadIds: z
    .array(z.string().min(1).max(100))
    .min(1, 'At least one media file is required')
    .max(MAXIMUM_FILES_PER_POST, `Maximum ${MAXIMUM_FILES_PER_POST} files allowed`),
});
