import { and, eq, ne, sql } from 'drizzle-orm';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Db } from '#src/platform/database/db.ts';

/**
 * Stores the number of active subscriptions of every influencer with an active plan, for the order
 * by popularity. A job does this, so that no payment waits for the plan of its influencer.
 */
export async function countSubscribers(db: Db): Promise<void> {
  const counted = db
    .select({
      influencerId: userSubscriptions.influencerId,
      total: sql<number>`count(*)::int`.as('total'),
    })
    .from(userSubscriptions)
    .where(eq(userSubscriptions.status, 'active'))
    .groupBy(userSubscriptions.influencerId)
    .as('counted');
  const plans = db
    .select({
      planId: subscriptionPlans.id,
      subscribers: sql<number>`coalesce(${counted.total}, 0)`.as('subscribers'),
    })
    .from(subscriptionPlans)
    .leftJoin(counted, eq(counted.influencerId, subscriptionPlans.influencerId))
    .where(eq(subscriptionPlans.isActive, true))
    .as('plans');
  await db
    .update(subscriptionPlans)
    .set({ subscriberCount: sql`${plans.subscribers}` })
    .from(plans)
    .where(
      and(
        eq(subscriptionPlans.id, plans.planId),
        ne(subscriptionPlans.subscriberCount, plans.subscribers),
      ),
    );
}
