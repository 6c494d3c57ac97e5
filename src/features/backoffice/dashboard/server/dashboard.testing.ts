import { randomUUID } from 'node:crypto';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import type { TestApp } from '#test/harness.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';

const HOUR_MS = 60 * 60_000;

export function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * HOUR_MS);
}
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}

/** Creates an influencer with a plan of this price and commission percentage. */
export async function createSoldInfluencer(app: TestApp, priceCents: number, commission = 20) {
  const influencer = await app.as('influencer');
  const [plan] = await app.db
    .insert(subscriptionPlans)
    .values({
      influencerId: influencer.id,
      priceMonthlyCents: priceCents,
      platformCommissionPercent: commission,
    })
    .returning();
  return { ...influencer, plan: plan! };
}

type Subscription = Partial<typeof userSubscriptions.$inferInsert>;
type SoldInfluencer = Awaited<ReturnType<typeof createSoldInfluencer>>;

/** Creates a new fan's subscription at the influencer's price, active by default. */
export async function subscribe(
  app: TestApp,
  { id, plan }: SoldInfluencer,
  change: Subscription = {},
) {
  const fan = await app.as('subscriber');
  const bought = { subscriberId: fan.id, influencerId: id, subscriptionPlanId: plan.id };
  const priceCents = plan.priceMonthlyCents;
  await app.db
    .insert(userSubscriptions)
    .values(createSubscriptionRow({ ...bought, priceCents, ...change }));
  return fan;
}

/** Creates an application received at the given time. */
export async function createReceivedApplication(
  app: TestApp,
  change: Partial<typeof influencerApplications.$inferInsert> = {},
): Promise<string> {
  const isReviewed = change.status !== undefined && change.status !== 'pending';
  const [application] = await app.db
    .insert(influencerApplications)
    .values({
      fullName: 'Cleo Ferncroft',
      email: 'cleo@example.test',
      phone: '+1 555 0100',
      contentCategory: 'Travel',
      whyJoin: 'Because of the nights.',
      fingerprint: randomUUID(),
      reviewedAt: isReviewed ? new Date() : null,
      ...change,
    })
    .returning();
  return application!.id;
}
