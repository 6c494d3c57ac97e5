import { z } from 'zod';
import { feedFilterSchema, feedScopeSchema } from '#src/features/content/posts/feed.schema.ts';
import { checkoutReturnSchema } from '#src/features/money/payments/billing.schema.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';

const { search, influencerId, category } = feedFilterSchema.shape;

/** Search parameters of /my-feed. Invalid values are omitted. */
export const feedSearchSchema = listSearchSchema({
  tab: feedScopeSchema.optional(),
  search,
  influencerId,
  category,
});

/** Search parameters of /subscriptions/{influencerId}: the post in the viewer, and the paid checkout. */
export const influencerPostsSearchSchema = checkoutReturnSchema.extend({
  post: z.uuid().optional().catch(undefined),
});
