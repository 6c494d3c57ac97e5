import { z } from 'zod';
import { feedFilterSchema, feedScopeSchema } from '#src/features/content/posts/feed.schema.ts';
import { checkoutReturnSchema } from '#src/features/money/payments/billing.schema.ts';

const { search, influencerId, category } = feedFilterSchema.shape;

/** Search parameters of /my-feed. Invalid values are omitted. */
export const feedSearchSchema = z.object({
  tab: feedScopeSchema.optional().catch(undefined),
  search: search.catch(undefined),
  influencerId: influencerId.catch(undefined),
  category: category.catch(undefined),
});

/** Search parameters of /subscriptions/{influencerId}: the post in the viewer, and the paid checkout. */
export const influencerPostsSearchSchema = checkoutReturnSchema.extend({
  post: z.uuid().optional().catch(undefined),
});
