import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { grantsViewing } from '../subscriptions.rules.ts';
import { SUBSCRIPTION_STATUSES } from '../subscriptions.schema.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import { makeSubscription, subscriptionOf } from './subscriptions.testing.ts';

let house: TestApp;
let others: [role: string, user: TestUser | undefined, status: number][];
beforeAll(async () => {
  house = await createTestApp();
  others = [
    ['another fan', await house.as('subscriber'), 404],
    ['an influencer', await house.as('influencer'), 403],
    ['staff', await house.as('staff'), 403],
    ['an admin', await house.as('admin'), 403],
    ['a visitor', undefined, 401],
  ];
});
afterAll(() => house.close());

const cancel = (user: TestUser | undefined, id: string) =>
  house.call('POST', `/api/subscriptions/${id}/cancel`, { user });
const list = async (user: TestUser) =>
  (await house.call('GET', '/api/subscriptions', { user })).json.subscriptions;
const change = (id: string, values: Partial<typeof userSubscriptions.$inferInsert>) =>
  house.db.update(userSubscriptions).set(values).where(eq(userSubscriptions.id, id));

test('a fan sees the own subscriptions only', async () => {
  const [{ fan, influencer, event }] = [
    await makeSubscription(house),
    await makeSubscription(house),
  ];
  expect(await list(fan)).toMatchObject([
    {
      status: 'active',
      grantsViewing: true,
      priceCents: 1999,
      currentPeriodEnd: event.periodEnd.toISOString(),
      cancelAt: null,
      influencer: {
        id: influencer.id,
        publicUrl: influencer.publicUrl,
        contentCategory: 'Fitness',
      },
    },
  ]);
});

test('after cancelling, viewing is granted until the period ends and not after', async () => {
  const { fan, subscription } = await makeSubscription(house);
  expect((await cancel(fan, subscription.id)).status).toBe(200);
  const cancelled = await subscriptionOf(house, fan);
  expect(cancelled).toMatchObject({ status: 'active', cancelAt: subscription.currentPeriodEnd });
  const end = subscription.currentPeriodEnd.getTime();
  expect(grantsViewing(cancelled!, new Date(end - 1))).toBe(true);
  expect(grantsViewing(cancelled!, new Date(end))).toBe(false);
  expect(await list(fan)).toMatchObject([{ grantsViewing: true }]);
  await change(subscription.id, { cancelAt: new Date(Date.now() - 1) });
  expect(await list(fan)).toMatchObject([{ grantsViewing: false, status: 'active' }]);
});

test('cancelling again is harmless', async () => {
  const { fan, subscription } = await makeSubscription(house);
  await cancel(fan, subscription.id);
  const once = await subscriptionOf(house, fan);
  expect((await cancel(fan, subscription.id)).status).toBe(200);
  expect(await subscriptionOf(house, fan)).toEqual(once);
});

test.each([
  ['active', 200],
  ['paused', 200],
  ['past_due', 200],
  ['cancelled', 409],
] as const)('a fan who cancels a subscription that is %s gets %i', async (status, expected) => {
  const { fan, subscription } = await makeSubscription(house);
  await change(subscription.id, { status });
  expect((await cancel(fan, subscription.id)).status).toBe(expected);
});

test.each(SUBSCRIPTION_STATUSES)(
  "nobody else cancels a fan's subscription that is %s",
  async (status) => {
    const { subscription, fan } = await makeSubscription(house);
    await change(subscription.id, { status });
    const before = await subscriptionOf(house, fan);
    for (const [who, user, expected] of others) {
      expect((await cancel(user, subscription.id)).status, who).toBe(expected);
    }
    expect(await subscriptionOf(house, fan)).toEqual(before);
  },
);

test('cancelling with a payment issue ends the subscription at once', async () => {
  const { fan, subscription } = await makeSubscription(house);
  const currentPeriodEnd = new Date(Date.now() - 60_000);
  const currentPeriodStart = new Date(Date.now() - 120_000);
  await change(subscription.id, { status: 'past_due', currentPeriodStart, currentPeriodEnd });
  await cancel(fan, subscription.id);
  expect(await subscriptionOf(house, fan)).toMatchObject({ status: 'cancelled' });
});

test('cancelling says nothing of success while another provider would go on charging', async () => {
  const { fan, subscription } = await makeSubscription(house);
  await change(subscription.id, { provider: 'stripe' });
  expect((await cancel(fan, subscription.id)).status).toBe(502);
  expect(await subscriptionOf(house, fan)).toMatchObject({ cancelAt: null });
});

test.each(['paused', 'past_due', 'cancelled'] as const)(
  'a subscription that is %s does not grant viewing',
  async (status) => {
    const { fan, subscription } = await makeSubscription(house);
    await change(subscription.id, { status });
    expect(await list(fan)).toMatchObject([{ status, grantsViewing: false }]);
  },
);
