import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';
import { subscriptionPlans } from './plans.table.ts';

/** Sells an influencer at $19.99 a month, unless `values` say otherwise. */
export async function sell(
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

/** Has a new fan subscribe by a plan, at $19.99 unless `values` say otherwise. */
export async function subscribeBy(
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
