import { sql } from 'drizzle-orm';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';

/** Figures of the influencer of a row of profiles. PostgreSQL counts them after the limit. */
export const influencerFigures = {
  priceCents: sql<
    number | null
  >`(select ${subscriptionPlans.priceMonthlyCents} from ${subscriptionPlans} where ${subscriptionPlans.influencerId} = ${profiles.id} and ${subscriptionPlans.isActive})`,
  subscriberCount: sql<number>`(select count(*)::int from ${userSubscriptions} where ${userSubscriptions.influencerId} = ${profiles.id} and ${userSubscriptions.status} = 'active')`,
  postCount: sql<number>`(select count(*)::int from ${contentPosts} where ${contentPosts.influencerId} = ${profiles.id} and ${contentPosts.publishedAt} is not null)`,
  taskCount: sql<number>`(select count(*)::int from ${tasks} where ${tasks.assignedTo} = ${profiles.id})`,
};
