import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';
import { subscriptionPlans } from './plans.table.ts';

/** Creates a plan of $19.99 a month for an influencer, or with other `values`. */
export async function addPlan(
  app: TestApp,
  { id: influencerId }: Pick<TestUser, 'id'>,
  values: Partial<typeof subscriptionPlans.$inferInsert> = {},
): Promise<string> {
  const [plan] = await app.db
    .insert(subscriptionPlans)
    .values({ influencerId, priceMonthlyCents: 1999, ...values })
    .returning({ id: subscriptionPlans.id });
  return plan!.id;
}

/** Creates a new fan's subscription to a plan, at $19.99 or with other `values`. */
export async function makePlanSubscriber(
  app: TestApp,
  plan: { id: string; influencerId: string },
  values: Partial<typeof userSubscriptions.$inferInsert> = {},
): Promise<void> {
  const { id: subscriberId } = await app.as('subscriber');
  const bought = { subscriberId, influencerId: plan.influencerId, subscriptionPlanId: plan.id };
  await app.db
    .insert(userSubscriptions)
    .values(createSubscriptionRow({ ...bought, priceCents: 1999, ...values }));
}
