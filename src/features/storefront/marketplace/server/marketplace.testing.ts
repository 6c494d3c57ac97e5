import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';
import type { InfluencerPage, MarketplaceCard, MarketplacePage } from '../marketplace.schema.ts';

type Seed = Partial<typeof profiles.$inferInsert> & { priceCents?: number | null };

let count = 0;

/** Creates an influencer with an active plan of $15 by default. */
export async function influencer(
  app: TestApp,
  { priceCents = 1_500, ...profile }: Seed = {},
): Promise<string> {
  const slug = `influencer-${++count}`;
  const email = `seed-${slug}@example.test`;
  const [user] = await app.db.insert(users).values({ email }).returning({ id: users.id });
  const id = user!.id;
  await app.db.insert(userRoles).values({ userId: id, role: 'influencer' });
  await app.db
    .insert(profiles)
    .values({ id, email, fullName: `Influencer ${count}`, publicUrl: slug, ...profile });
  if (priceCents !== null) {
    await app.db
      .insert(subscriptionPlans)
      .values({ influencerId: id, priceMonthlyCents: priceCents });
  }
  return id;
}

export async function subscribe(
  app: TestApp,
  subscriberId: string,
  influencerId: string,
  values: Partial<typeof userSubscriptions.$inferInsert> = {},
) {
  const [plan] = await app.db
    .select({ id: subscriptionPlans.id })
    .from(subscriptionPlans)
    .where(eq(subscriptionPlans.influencerId, influencerId));
  const bought = { subscriberId, influencerId, subscriptionPlanId: plan!.id, priceCents: 1_500 };
  await app.db.insert(userSubscriptions).values(createSubscriptionRow({ ...bought, ...values }));
}

export async function browse(
  app: TestApp,
  user: TestUser,
  query: Record<string, string> = {},
): Promise<MarketplacePage> {
  const address = `/api/marketplace?${new URLSearchParams(query)}`;
  const { status, json } = await app.call('GET', address, { user });
  expect(status, JSON.stringify(json)).toBe(200);
  return json as MarketplacePage;
}

/** Browses all pages of a list. */
export async function browseAll(
  app: TestApp,
  user: TestUser,
  query: Record<string, string>,
): Promise<MarketplaceCard[]> {
  const all: MarketplaceCard[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await browse(app, user, { ...query, ...(cursor && { cursor }) });
    all.push(...page.influencers);
    cursor = page.nextCursor;
  }
  return all;
}

export async function openPage(app: TestApp, publicUrl: string, user?: TestUser) {
  const { status, json } = await app.call('GET', `/api/marketplace/${publicUrl}`, { user });
  return { status, json, influencer: json.influencer as InfluencerPage };
}
