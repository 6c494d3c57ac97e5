import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { checkouts } from '#src/features/money/payments/server/billing.table.ts';
import { closeHostedCheckouts } from '#src/features/money/payments/server/close-hosted-checkouts.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  deliver,
  makeInfluencer,
  openCheckout,
  paid,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

async function opened() {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const checkoutId = await openCheckout(app, fan, influencer.id);
  return { fan, influencer, checkoutId, event: paid(checkoutId) };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const changePlan = async (
  { influencer }: Opened,
  change: { isActive?: boolean; priceMonthlyCents?: number },
) => {
  await app.db
    .update(subscriptionPlans)
    .set(change)
    .where(eq(subscriptionPlans.id, influencer.plan.id));
  await closeHostedCheckouts(app.services, new Date());
};
const setCheckout = (
  { checkoutId }: Opened,
  change: { status: 'expired' | 'declined'; expiresAt?: Date },
) => app.db.update(checkouts).set(change).where(eq(checkouts.id, checkoutId));
/** Buys the same influencer through another checkout, as on a second device. */
const buyElsewhere = async ({ fan, influencer }: Opened) => {
  await app.db
    .update(subscriptionPlans)
    .set({ priceMonthlyCents: 1999 })
    .where(eq(subscriptionPlans.id, influencer.plan.id));
  await app.db
    .update(checkouts)
    .set({ status: 'expired' })
    .where(eq(checkouts.subscriberId, fan.id));
  const event = paid(await openCheckout(app, fan, influencer.id));
  expect((await deliver(app, event)).status).toBe(200);
};
const suspend = (user: TestUser) =>
  app.call('POST', `/api/users/${user.id}/suspend`, { user: admin, body: { reason: 'other' } });
const remove = (user: TestUser) => app.call('DELETE', `/api/users/${user.id}`, { user: admin });

type Change = (checkout: Opened) => Promise<unknown>;

/** What can happen to an open checkout, and what becomes of a payment that is reported after it. */
const HONOURED: [string, Change][] = [
  ['its time was over', (one) => setCheckout(one, { status: 'expired', expiresAt: new Date() })],
  ['a first card was declined', (one) => setCheckout(one, { status: 'declined' })],
  ['the plan was deactivated', (one) => changePlan(one, { isActive: false })],
  ['the price was raised', (one) => changePlan(one, { priceMonthlyCents: 2999 })],
  ['the price was lowered', (one) => changePlan(one, { priceMonthlyCents: 999 })],
];
const REFUNDED: [string, string, Change][] = [
  ['the fan was suspended', 'suspension', ({ fan }) => suspend(fan)],
  ['the influencer was suspended', 'suspension', ({ influencer }) => suspend(influencer)],
  ['the fan was deleted', 'deletion', ({ fan }) => remove(fan)],
  ['the influencer was deleted', 'deletion', ({ influencer }) => remove(influencer)],
  ['the fan bought through another checkout', 'duplicate', buyElsewhere],
  [
    'the plan was deactivated and the fan suspended',
    'suspension',
    async (one) => [await changePlan(one, { isActive: false }), await suspend(one.fan)],
  ],
  [
    'the price was changed and the fan bought at the new one',
    'duplicate',
    async (one) => [await changePlan(one, { priceMonthlyCents: 2999 }), await buyElsewhere(one)],
  ],
];

const soldBy = async ({ event }: Opened) =>
  (
    await app.db
      .select()
      .from(userSubscriptions)
      .where(eq(userSubscriptions.providerSubscriptionId, event.providerSubscriptionId))
  )[0];
/** The refund of the payment, or null. */
const refundOf = async ({ event }: Opened) =>
  (
    await app.db
      .select({ amountCents: refunds.amountCents })
      .from(ledgerTransactions)
      .leftJoin(refunds, eq(refunds.chargeId, ledgerTransactions.id))
      .where(eq(ledgerTransactions.providerReference, event.paymentId))
  ).map(({ amountCents }) => amountCents);
/** The provider's report, repeated and concurrently. */
const report = async ({ event }: Opened) => {
  const answers = await Promise.all([1, 2, 3].map(() => deliver(app, event)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
};

describe.each(HONOURED)('a checkout that is paid after %s', (_, change) => {
  test('is honoured at the price that the fan saw', async () => {
    const checkout = await opened();
    await change(checkout);
    await report(checkout);
    expect(await soldBy(checkout)).toMatchObject({ status: 'active', priceCents: 1999 });
    expect(await refundOf(checkout)).toEqual([null]);
  });

  test('is honoured as well if it was reported before that', async () => {
    const checkout = await opened();
    await report(checkout);
    const before = await soldBy(checkout);
    await change(checkout);
    await report(checkout);
    expect(await soldBy(checkout)).toEqual(before);
    expect(await refundOf(checkout)).toEqual([null]);
  });
});

test('a checkout that is paid after the fan opened another one is honoured at its own price', async () => {
  const checkout = await opened();
  await changePlan(checkout, { priceMonthlyCents: 2999 });
  await openCheckout(app, checkout.fan, checkout.influencer.id);
  await report(checkout);
  expect(await soldBy(checkout)).toMatchObject({ status: 'active', priceCents: 1999 });
});

describe.each(REFUNDED)('a checkout that is paid after %s', (_, endReason, change) => {
  test('is recorded, refunded once and grants nothing, and the staff see why', async () => {
    const checkout = await opened();
    await change(checkout);
    await report(checkout);
    const subscription = await soldBy(checkout);
    expect(subscription).toMatchObject({ status: 'cancelled', endReason });
    expect(await refundOf(checkout)).toEqual([1999]);
    const shown = await app.call('GET', `/api/subscribers/${subscription!.id}`, { user: admin });
    expect(shown.json).toMatchObject({ status: 'cancelled', endReason });
  });
});

test('after all orders, the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
