import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { checkouts } from '#src/features/money/payments/server/billing.table.ts';
import { closeHostedCheckouts } from '#src/features/money/payments/server/close-hosted-checkouts.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { refundUnwantedPayment } from '#src/features/money/refunds/server/refund-unwanted-payment.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  deliver,
  makeInfluencer,
  openCheckout,
  paid,
  renewed,
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

const remove = (user: { id: string }) =>
  app.call('DELETE', `/api/users/${user.id}`, { user: admin });
const suspend = (user: { id: string }) =>
  app.call('POST', `/api/users/${user.id}/suspend`, { user: admin, body: { reason: 'other' } });
const statusOf = async ({ checkoutId }: Opened) =>
  (await app.db.select().from(checkouts).where(eq(checkouts.id, checkoutId)))[0]?.status;
const sold = async ({ event }: Opened) =>
  (
    await app.db
      .select()
      .from(userSubscriptions)
      .where(eq(userSubscriptions.providerSubscriptionId, event.providerSubscriptionId))
  )[0]!;

/** The balance of each account from the transactions of a subscription, in cents. */
async function balances(subscriptionId: string): Promise<Record<string, number>> {
  const { rows } = await app.db.execute<{ kind: string; cents: number }>(sql`
    select a.kind, sum(e.amount_cents)::float8 as cents from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.subscription_id = ${subscriptionId} group by 1 having sum(e.amount_cents) <> 0`);
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]));
}
async function refundAll(subscriptionId: string): Promise<number> {
  const { rows } = await app.db.execute<{ id: string }>(
    sql`select id from ledger_transactions where subscription_id = ${subscriptionId} and kind = 'charge'`,
  );
  for (const { id } of rows) await refundUnwantedPayment(app.services, { transactionId: id });
  return rows.length;
}
const stops = async (subscriptionId: string) =>
  (
    await app.db.execute(sql`select from jobs.job
      where name = 'provider-changes' and data ->> 'subscriptionId' = ${subscriptionId}`)
  ).rows.length;

const REFUSALS: [string, string, (checkout: Opened) => Promise<unknown>][] = [
  ['the fan was deleted', 'deletion', ({ fan }) => remove(fan)],
  ['the influencer was deleted', 'deletion', ({ influencer }) => remove(influencer)],
  [
    'both were deleted',
    'deletion',
    async ({ fan, influencer }) => [await remove(fan), await remove(influencer)],
  ],
  ['the fan was suspended', 'suspension', ({ fan }) => suspend(fan)],
  ['the influencer was suspended', 'suspension', ({ influencer }) => suspend(influencer)],
];

describe.each(REFUSALS)('a checkout that is paid after %s', (_, endReason, change) => {
  test('is closed; its payment is recorded, refunded and renews nothing, in every order', async () => {
    const checkout = await opened();
    await change(checkout);
    expect(await statusOf(checkout)).toBe('expired');
    // The renewal first: it waits for its subscription.
    expect((await deliver(app, renewed(checkout.event))).status).toBe(202);
    const answers = await Promise.all([1, 2, 3].map(() => deliver(app, checkout.event)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const subscription = await sold(checkout);
    expect(subscription).toMatchObject({ status: 'cancelled', endReason });
    expect((await balances(subscription.id)).cash).toBe(2 * 1999);
    expect(await stops(subscription.id)).toBeGreaterThan(0);
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
    expect(await refundAll(subscription.id)).toBe(2);
    expect(await balances(subscription.id)).toEqual({});
  });
});

test('a payment for a deleted influencer is owed to the fan in full', async () => {
  const checkout = await opened();
  await remove(checkout.influencer);
  await deliver(app, checkout.event);
  expect(await balances((await sold(checkout)).id)).toEqual({ cash: 1999, refunds_due: -1999 });
});

test.each(['fan', 'influencer'] as const)(
  'a renewal that arrives after the %s was deleted is recorded and refunded, and its renewals are stopped',
  async (party) => {
    const checkout = await opened();
    await deliver(app, checkout.event);
    const { id } = await sold(checkout);
    await remove(checkout[party]);
    for (const month of [1, 2]) await deliver(app, renewed(checkout.event, month));
    expect(await stops(id)).toBe(3);
    await refundAll(id);
    expect((await balances(id)).cash).toBe(1999);
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  },
);

test.each(['fan', 'influencer'] as const)(
  'the back office finds and refunds a payment after the %s was deleted',
  async (party) => {
    const checkout = await opened();
    await deliver(app, checkout.event);
    const { id } = await sold(checkout);
    const { influencer } = checkout;
    const named = await app.call('GET', `/api/subscribers/${id}`, { user: admin });
    await remove(checkout[party]);
    const get = async (path: string) => (await app.call('GET', path, { user: admin })).json;
    const search = party === 'fan' ? influencer.email : named.json.influencer.fullName;
    const { rows } = await get(`/api/subscribers?search=${encodeURIComponent(search)}`);
    expect(rows.map((row: { id: string }) => row.id)).toContain(id);
    expect(await get(`/api/subscribers/${id}`)).toMatchObject({
      subscriber: { isDeleted: party === 'fan' },
      influencer: { isDeleted: party === 'influencer', fullName: named.json.influencer.fullName },
    });
    const [payment] = (await get(`/api/subscribers/${id}/payments`)).rows;
    expect(payment).toMatchObject({ kind: 'charge', leftCents: 1999 });
    const body = { transactionId: payment.id, endNow: false, refundKey: randomUUID() };
    const refund = await app.call('POST', `/api/subscriptions/${id}/refunds`, {
      user: admin,
      body,
    });
    expect(refund).toMatchObject({ status: 200, json: { state: 'recorded', amountCents: 1999 } });
    expect(await balances(id)).toEqual({});
  },
);

test('an expired checkout is honoured if fan and influencer still exist', async () => {
  const checkout = await opened();
  await app.db
    .update(checkouts)
    .set({ status: 'expired', expiresAt: new Date() })
    .where(eq(checkouts.id, checkout.checkoutId));
  await deliver(app, checkout.event);
  expect(await sold(checkout)).toMatchObject({ status: 'active' });
});

test('the checkouts of an inactive plan are closed', async () => {
  const checkout = await opened();
  await app.db
    .update(subscriptionPlans)
    .set({ isActive: false })
    .where(eq(subscriptionPlans.id, checkout.influencer.plan.id));
  await closeHostedCheckouts(app.services, new Date());
  expect(await statusOf(checkout)).toBe('expired');
});

test('after all payments, ends and refunds, the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
