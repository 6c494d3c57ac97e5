import { z } from 'zod';
import { feedFilterSchema, feedScopeSchema } from '#src/features/content/posts/feed.schema.ts';

const { search, influencerId, category } = feedFilterSchema.shape;

/** What /my-feed keeps in its address. A value that cannot be is left out. */
export const feedSearchSchema = z.object({
  tab: feedScopeSchema.optional().catch(undefined),
  search: search.catch(undefined),
  influencerId: influencerId.catch(undefined),
  category: category.catch(undefined),
});

/** What /subscriptions/{influencerId} keeps in its address: the post that is shown large. */
export const influencerPostsSearchSchema = z.object({
  post: z.uuid().optional().catch(undefined),
});
