import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { checkouts } from '#src/features/money/payments/server/billing.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { mailsFor } from './fan-billing.testing.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import { deliver, makeInfluencer, makeSubscription, paid } from './subscriptions.testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const start = (user: TestUser | undefined, body: object, where = app) =>
  where.call('POST', '/api/checkouts', { user, body });
const checkoutsOf = (fan: TestUser) =>
  app.db.select().from(checkouts).where(eq(checkouts.subscriberId, fan.id));

test('a fan starts a checkout by id or public URL at the price of the plan', async () => {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app, 2500)];
  const { status, json } = await start(fan, { publicUrl: influencer.publicUrl });
  expect(status).toBe(200);
  expect(json.url).toMatch(/^\/sandbox\/checkout\/[0-9a-f-]{36}$/);
  expect(await checkoutsOf(fan)).toMatchObject([{ priceCents: 2500, status: 'open' }]);
});

test('a double click opens one checkout', async () => {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const clicks = await Promise.all(
    Array.from({ length: 5 }, () => start(fan, { influencerId: influencer.id })),
  );
  expect(new Set(clicks.map(({ json }) => json.url)).size).toBe(1);
  expect(await checkoutsOf(fan)).toHaveLength(1);
});

test('a new price opens a new checkout and closes the old one', async () => {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  await start(fan, { influencerId: influencer.id });
  await app.db
    .update(subscriptionPlans)
    .set({ priceMonthlyCents: 4000 })
    .where(eq(subscriptionPlans.id, influencer.plan.id));
  await start(fan, { influencerId: influencer.id });
  const states = (await checkoutsOf(fan)).map(({ priceCents, status }) => ({ priceCents, status }));
  expect(states).toHaveLength(2);
  expect(states).toContainEqual({ priceCents: 1999, status: 'expired' });
  expect(states).toContainEqual({ priceCents: 4000, status: 'open' });
});

test('an influencer without an active plan cannot be subscribed to', async () => {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  await app.db
    .update(subscriptionPlans)
    .set({ isActive: false })
    .where(eq(subscriptionPlans.id, influencer.plan.id));
  const { status, json } = await start(fan, { influencerId: influencer.id });
  expect([status, json.detail]).toEqual([404, 'Subscription plan not found']);
});

test('an inactive or suspended influencer, or another user, cannot be subscribed to', async () => {
  const fan = await app.as('subscriber');
  const [inactive, suspended] = [await makeInfluencer(app), await makeInfluencer(app)];
  await app.db.update(profiles).set({ isActive: false }).where(eq(profiles.id, inactive.id));
  await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
  for (const { id } of [inactive, suspended, fan]) {
    const { status, json } = await start(fan, { influencerId: id });
    expect([status, json.detail]).toEqual([404, 'Influencer not found']);
  }
});

test('a fan with a live subscription cannot buy a second one', async () => {
  const { fan, influencer, subscription } = await makeSubscription(app);
  for (const status of ['active', 'paused', 'past_due'] as const) {
    await app.db
      .update(userSubscriptions)
      .set({ status, pastDueSince: status === 'past_due' ? new Date() : null })
      .where(eq(userSubscriptions.id, subscription.id));
    const { json } = await start(fan, { influencerId: influencer.id });
    expect(json.code, status).toBe('already-subscribed');
  }
});

test('after cancelling, a fan can subscribe again once the paid period is over', async () => {
  const { fan, influencer, subscription } = await makeSubscription(app);
  await app.call('POST', `/api/subscriptions/${subscription.id}/cancel`, { user: fan });
  const early = await start(fan, { influencerId: influencer.id });
  expect(early.json.code).toBe('already-subscribed');
  expect(early.json.detail).toContain('still runs until');
  await app.db
    .update(userSubscriptions)
    .set({ cancelAt: new Date(Date.now() - 1000) })
    .where(eq(userSubscriptions.id, subscription.id));
  expect((await start(fan, { influencerId: influencer.id })).status).toBe(200);
});

test('a fan who paid twice has one subscription, and the mail promises no refund', async () => {
  const { fan, influencer, event } = await makeSubscription(app);
  const [second] = await app.db
    .insert(checkouts)
    .values({
      provider: 'sandbox',
      subscriberId: fan.id,
      influencerId: influencer.id,
      subscriptionPlanId: influencer.plan.id,
      priceCents: 1999,
      expiresAt: new Date(),
    })
    .returning();
  expect((await deliver(app, paid(second!.id))).status).toBe(200);
  const rows = await app.db
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.subscriberId, fan.id));
  const live = rows.filter(({ status }) => status !== 'cancelled');
  expect(live.map((row) => row.providerSubscriptionId)).toEqual([event.providerSubscriptionId]);
  // The payment is in the ledger, so that it can be refunded.
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(
    expect.objectContaining({ status: 'cancelled', endReason: 'duplicate' }),
  );
  const receipt = (await mailsFor(app, fan)).at(-1)!;
  expect(receipt.paragraphs.join()).toContain('If we refund it, we’ll confirm that by email');
  expect(receipt.secretLink).toBeUndefined();
});

test('only fans can subscribe', async () => {
  const influencer = await makeInfluencer(app);
  for (const role of ['admin', 'staff', 'influencer'] as const) {
    const { status } = await start(await app.as(role), { influencerId: influencer.id });
    expect(status, role).toBe(403);
  }
  expect((await start(undefined, { influencerId: influencer.id })).status).toBe(401);
});

test('without a provider checkout is disabled, and no checkout or webhook exists', async () => {
  const closed = await createTestApp({ PAYMENTS: 'disabled', REQUIRE_CONFIRMED_EMAIL: 'true' });
  try {
    const [fan, influencer] = [await closed.as('subscriber'), await makeInfluencer(closed)];
    // It says so before anything else, also to a fan whose address is not confirmed.
    await closed.db.update(users).set({ emailConfirmedAt: null });
    const card = { cardId: 'card', publicUrl: 'somebody', priceCents: 999 };
    for (const { json } of [
      await start(fan, { influencerId: influencer.id }, closed),
      await start(fan, { publicUrl: 'nobody' }, closed),
      await closed.call('POST', '/api/checkouts/saved-card', { user: fan, body: card }),
    ]) {
      expect(json).toMatchObject({
        code: 'checkout-disabled',
        title: 'Checkout Disabled',
        detail: 'Stripe integration is temporarily disabled...',
      });
    }
    expect(await closed.db.select().from(checkouts)).toEqual([]);
    for (const address of [
      '/webhooks/sandbox',
      '/sandbox/checkout/1',
      '/sandbox/subscriptions/1/next',
    ]) {
      expect((await closed.call('POST', address)).status, address).toBe(404);
    }
  } finally {
    await closed.close();
  }
});
