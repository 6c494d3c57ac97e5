import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { grantsViewing } from '../subscriptions.rules.ts';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../subscriptions.schema.ts';
import { mailsFor } from './fan-billing.testing.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import { makeSubscription, subscriptionOf } from './subscriptions.testing.ts';

let app: TestApp;
let others: [role: string, user: TestUser | undefined, status: number][];
beforeAll(async () => {
  app = await createTestApp();
  others = [
    ['another fan', await app.as('subscriber'), 404],
    ['an influencer', await app.as('influencer'), 403],
    ['staff', await app.as('staff'), 403],
    ['an admin', await app.as('admin'), 403],
    ['a visitor', undefined, 401],
  ];
});
afterAll(() => app.close());

type Row = typeof userSubscriptions.$inferInsert;
const MINUTE = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms);

/** The columns of each status. */
const STATES: Record<SubscriptionStatus, Partial<Row>> = {
  active: { status: 'active' },
  paused: { status: 'paused' },
  past_due: { status: 'past_due', pastDueSince: ago(MINUTE), nextAttemptAt: new Date(2100, 1) },
  cancelled: { status: 'cancelled', endedAt: ago(MINUTE), endReason: 'staff' },
};
const OVER = { currentPeriodStart: ago(2 * MINUTE), currentPeriodEnd: ago(MINUTE) };

const cancel = (user: TestUser | undefined, id: string) =>
  app.call('POST', `/api/subscriptions/${id}/cancel`, { user });
const openPage = (user: TestUser | undefined, id: string) =>
  app.call('POST', `/api/subscriptions/${id}/payment-method`, { user });
const list = async (user: TestUser) =>
  (await app.call('GET', '/api/subscriptions', { user })).json.subscriptions;
const change = (id: string, values: Partial<Row>) =>
  app.db.update(userSubscriptions).set(values).where(eq(userSubscriptions.id, id));
const lastMail = async (fan: TestUser) => (await mailsFor(app, fan)).at(-1)!;

test('an ended subscription says whether the influencer can be subscribed to again', async () => {
  const { fan, influencer, subscription } = await makeSubscription(app);
  await change(subscription.id, STATES.cancelled);
  const isOffered = async () => (await list(fan))[0].isOffered;
  expect(await isOffered()).toBe(true);
  const banUntil = (banExpires: Date | null) =>
    app.db
      .update(users)
      .set({ banned: banExpires !== null, banExpires })
      .where(eq(users.id, influencer.id));
  await banUntil(new Date(2100, 1));
  expect(await isOffered()).toBe(false);
  await banUntil(null);
  await app.db
    .update(subscriptionPlans)
    .set({ isActive: false })
    .where(eq(subscriptionPlans.id, influencer.plan.id));
  expect(await isOffered()).toBe(false);
});

test('a fan sees only the own subscriptions', async () => {
  const [{ fan, influencer, event }] = [await makeSubscription(app), await makeSubscription(app)];
  expect(await list(fan)).toMatchObject([
    {
      status: 'active',
      grantsViewing: true,
      hasPaymentPage: true,
      priceCents: 1999,
      currentPeriodEnd: event.periodEnd.toISOString(),
      cancelAt: null,
      pastDueSince: null,
      endedAt: null,
      influencer: {
        id: influencer.id,
        publicUrl: influencer.publicUrl,
        contentCategory: 'Fitness',
      },
    },
  ]);
});

test('the list contains nothing of the provider', async () => {
  const { fan } = await makeSubscription(app);
  const [own] = await list(fan);
  expect(Object.keys(own).filter((key) => /provider/i.test(key))).toEqual([]);
});

test('after cancelling, viewing is granted until the period ends and not after', async () => {
  const { fan, subscription } = await makeSubscription(app);
  expect((await cancel(fan, subscription.id)).status).toBe(200);
  const cancelled = await subscriptionOf(app, fan);
  expect(cancelled).toMatchObject({ status: 'active', cancelAt: subscription.currentPeriodEnd });
  const end = subscription.currentPeriodEnd.getTime();
  expect(grantsViewing(cancelled!, new Date(end - 1))).toBe(true);
  expect(grantsViewing(cancelled!, new Date(end))).toBe(false);
  expect(await list(fan)).toMatchObject([{ grantsViewing: true, hasPaymentPage: false }]);
  expect(await lastMail(fan)).toMatchObject({ subject: 'Your subscription will not renew' });
  await change(subscription.id, { cancelAt: ago(1) });
  expect(await list(fan)).toMatchObject([{ grantsViewing: false, status: 'active' }]);
});

test.each(['active', 'past_due'] as const)(
  'ten concurrent cancellations of one that is %s take effect once, with one mail',
  async (status) => {
    const { fan, subscription } = await makeSubscription(app);
    await change(subscription.id, STATES[status]);
    const before = (await mailsFor(app, fan)).length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => cancel(fan, subscription.id)),
    );
    expect(answers.map(({ status: code }) => code)).toEqual(Array(10).fill(200));
    const once = await subscriptionOf(app, fan);
    expect((await cancel(fan, subscription.id)).status).toBe(200);
    expect(await subscriptionOf(app, fan)).toEqual(once);
    expect(await mailsFor(app, fan)).toHaveLength(before + 1);
  },
);

test.each([
  ['active', 200],
  ['paused', 200],
  ['past_due', 200],
  ['cancelled', 409],
] as const)('cancelling a subscription that is %s answers %i', async (status, expected) => {
  const { fan, subscription } = await makeSubscription(app);
  await change(subscription.id, STATES[status]);
  expect((await cancel(fan, subscription.id)).status).toBe(expected);
});

test.each(SUBSCRIPTION_STATUSES)(
  "other users can neither cancel a fan's subscription that is %s nor open its payment page",
  async (status) => {
    const { subscription, fan } = await makeSubscription(app);
    await change(subscription.id, STATES[status]);
    const before = await subscriptionOf(app, fan);
    for (const [caller, user, expected] of others) {
      expect((await cancel(user, subscription.id)).status, caller).toBe(expected);
      expect((await openPage(user, subscription.id)).status, caller).toBe(expected);
    }
    expect(await subscriptionOf(app, fan)).toEqual(before);
  },
);

test.each([
  ['with a payment issue', STATES.past_due],
  ['whose paid period is over', { ...OVER }],
  ['that was paused when its paid period ended', { ...STATES.paused, ...OVER }],
])('cancelling one %s ends it at once', async (_, values) => {
  const { fan, subscription } = await makeSubscription(app);
  await change(subscription.id, values);
  await cancel(fan, subscription.id);
  const row = await subscriptionOf(app, fan);
  expect(row).toMatchObject({ status: 'cancelled', endReason: 'fan', pastDueSince: null });
  expect(Date.now() - row!.endedAt!.getTime()).toBeLessThan(10_000);
  expect(await list(fan)).toMatchObject([{ endReason: 'fan', grantsViewing: false }]);
  expect(await lastMail(fan)).toMatchObject({ subject: 'Your subscription has ended' });
});

test('cancelling reports no success while another provider would continue to charge', async () => {
  const { fan, subscription } = await makeSubscription(app);
  await change(subscription.id, { provider: 'stripe' });
  const before = await mailsFor(app, fan);
  expect((await cancel(fan, subscription.id)).status).toBe(502);
  expect(await subscriptionOf(app, fan)).toMatchObject({ cancelAt: null });
  expect(await mailsFor(app, fan)).toEqual(before);
});

test.each(['paused', 'past_due', 'cancelled'] as const)(
  'a subscription that is %s does not grant viewing',
  async (status) => {
    const { fan, subscription } = await makeSubscription(app);
    await change(subscription.id, STATES[status]);
    expect(await list(fan)).toMatchObject([{ status, grantsViewing: false }]);
  },
);

test.each([
  ['active', {}, 200],
  ['past_due', {}, 200],
  ['paused', {}, 200],
  ['cancelled', {}, 409],
  ['active', { cancelAt: new Date(2100, 1) }, 409],
  ['active', { provider: 'stripe' }, 502],
  ['active', { providerSubscriptionId: null }, 502],
] as const)('the payment page of one that is %s, %j: %i', async (status, values, expected) => {
  const { fan, subscription } = await makeSubscription(app);
  await change(subscription.id, { ...STATES[status], ...values });
  const { status: code, json } = await openPage(fan, subscription.id);
  expect(code).toBe(expected);
  expect(await list(fan)).toMatchObject([{ hasPaymentPage: expected === 200 }]);
  if (expected !== 200) return;
  expect(json.url).toBe(`/sandbox/subscriptions/${subscription.providerSubscriptionId}`);
});
