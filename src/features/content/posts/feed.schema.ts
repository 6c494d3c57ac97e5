import { z } from 'zod';
import { CATEGORIES } from '#src/lib/categories.ts';

/** Posts on one page of a feed. */
export const FEED_PAGE_SIZE = 50;

/** Filters of both feeds, stored in the address of the page. */
export const feedFilterSchema = z.object({
  search: z.string().trim().max(100).optional(),
  influencerId: z.uuid().optional(),
  category: z.enum(CATEGORIES).optional(),
});
export const feedQuerySchema = feedFilterSchema.extend({ cursor: z.string().max(100).optional() });
export type FeedFilter = z.infer<typeof feedFilterSchema>;

/**
 * Which published posts a feed lists: those of the fan's subscriptions, or those of all influencers
 * except inactive and suspended ones.
 */
export const feedScopeSchema = z.enum(['mine', 'public']);
export type FeedScope = z.infer<typeof feedScopeSchema>;

export const feedCountsSchema = z.object({
  /** Posts that match the filters. */
  total: z.int(),
});

export const feedInfluencersSchema = z.object({
  influencers: z.array(z.object({ id: z.uuid(), fullName: z.string() })),
});

/** Header of /subscriptions/{influencerId}. */
export const influencerHeaderSchema = z.object({
  id: z.uuid(),
  fullName: z.string(),
  publicUrl: z.string().nullable(),
  contentCategory: z.string().nullable(),
  bio: z.string().nullable(),
  /** Stem of a public picture (see lib/images.ts). */
  image: z.string().nullable(),
  postCount: z.int(),
});
