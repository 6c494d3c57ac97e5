import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { refundUnwantedPayment } from '#src/features/money/refunds/server/refund-unwanted-payment.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { DAY_MS } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  deliver,
  disputed,
  makeSubscription,
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

type Sold = Awaited<ReturnType<typeof makeRenewed>>;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const post = (user: TestUser, path: string, body?: object) =>
  app.call('POST', path, { user, body });

/** A subscription whose period ends soon, and the renewal that was paid a moment ago. */
async function makeRenewed() {
  const sold = await makeSubscription(app, inDays(-28));
  const renewal = { ...renewed(sold.event), occurredAt: new Date(Date.now() - 1000) };
  return { ...sold, id: sold.subscription.id, renewal };
}

const stored = async ({ id }: Sold) =>
  (await app.db.select().from(userSubscriptions).where(eq(userSubscriptions.id, id)))[0]!;
const chargeOf = async ({ renewal }: Sold) =>
  (
    await app.db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.providerReference, renewal.paymentId))
  )[0]!;
const addRefund = async (sold: Sold) =>
  (
    await app.db
      .select()
      .from(refunds)
      .where(eq(refunds.chargeId, (await chargeOf(sold)).id))
  )[0];

const ended = ({ event }: Sold, reason: 'provider' | 'unpaid'): PaymentEvent => ({
  type: 'subscription.ended',
  id: `${event.id}-ended`,
  occurredAt: new Date(),
  providerSubscriptionId: event.providerSubscriptionId,
  reason,
});

/** Ends that honour earlier payments, and those that do not. */
const HONOURED: [string, (sold: Sold) => Promise<unknown>][] = [
  ['the fan cancelled', ({ fan, id }) => post(fan, `/api/subscriptions/${id}/cancel`)],
  [
    'the fan cancelled, and the paid period was over',
    async ({ id }) => {
      const over = { cancelAt: new Date(), status: 'cancelled', endReason: 'fan' } as const;
      await app.db
        .update(userSubscriptions)
        .set({ ...over, endedAt: new Date() })
        .where(eq(userSubscriptions.id, id));
    },
  ],
  ['the provider ended it', (sold) => deliver(app, ended(sold, 'provider'))],
  ['the end for non-payment', (sold) => deliver(app, ended(sold, 'unpaid'))],
];
const REFUNDED: [string, (sold: Sold) => Promise<unknown>][] = [
  ['staff ended it', ({ id }) => post(admin, `/api/subscriptions/${id}/end`)],
  [
    'the fan disputed a payment',
    ({ event }) => deliver(app, { ...disputed(event), occurredAt: new Date() }),
  ],
  [
    'the fan was suspended',
    ({ fan }) => post(admin, `/api/users/${fan.id}/suspend`, { reason: 'other' }),
  ],
  [
    'the influencer was suspended',
    ({ influencer }) => post(admin, `/api/users/${influencer.id}/suspend`, { reason: 'violation' }),
  ],
  ['the fan was deleted', ({ fan }) => app.call('DELETE', `/api/users/${fan.id}`, { user: admin })],
  [
    'the influencer was deleted',
    ({ influencer }) => app.call('DELETE', `/api/users/${influencer.id}`, { user: admin }),
  ],
];

/** Reports the renewal twice, once more under another id, all concurrently. */
const report = async ({ renewal }: Sold) => {
  await deliver(app, renewal);
  const again = { ...renewal, id: `${renewal.id}-again` };
  const answers = await Promise.all([renewal, again, renewal].map((one) => deliver(app, one)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
};

describe.each(HONOURED)('a payment from before %s, reported after it', (_, end) => {
  test('grants viewing until the end of the paid period, and renews nothing', async () => {
    const sold = await makeRenewed();
    await end(sold);
    await report(sold);
    expect(await stored(sold)).toMatchObject({
      status: 'active',
      cancelAt: sold.renewal.periodEnd,
      currentPeriodEnd: sold.renewal.periodEnd,
      endedAt: null,
    });
    expect(await addRefund(sold)).toBeUndefined();
    const { json } = await app.call('GET', '/api/subscriptions', { user: sold.fan });
    expect(json.subscriptions).toMatchObject([{ grantsViewing: true }]);
  });
});

test('an end that the provider reports after a cancellation does not shorten the paid period', async () => {
  const sold = await makeRenewed();
  await post(sold.fan, `/api/subscriptions/${sold.id}/cancel`);
  await report(sold);
  await deliver(app, ended(sold, 'provider'));
  expect(await stored(sold)).toMatchObject({ status: 'active', cancelAt: sold.renewal.periodEnd });
});

describe.each(REFUNDED)('a payment from before %s, reported after it', (_, end) => {
  test('is refunded once, and grants nothing', async () => {
    const sold = await makeRenewed();
    await end(sold);
    await report(sold);
    const { currentPeriodEnd } = await stored(sold);
    expect(currentPeriodEnd).not.toEqual(sold.renewal.periodEnd);
    expect(await addRefund(sold)).toMatchObject({ amountCents: 1999, transactionId: null });
    const { id: transactionId } = await chargeOf(sold);
    for (let times = 0; times < 2; times++)
      await refundUnwantedPayment(app.services, { transactionId });
    expect(await addRefund(sold)).toMatchObject({ transactionId: expect.any(String) });
    const { rows } = await app.db.execute(
      sql`select from ledger_transactions where reverses = ${transactionId}`,
    );
    expect(rows).toHaveLength(1);
  });
});

test('a payment made after the end of a cancelled subscription is refunded', async () => {
  const sold = await makeRenewed();
  await post(sold.fan, `/api/subscriptions/${sold.id}/cancel`);
  await deliver(app, { ...sold.renewal, occurredAt: inDays(10) });
  expect(await addRefund(sold)).toMatchObject({ amountCents: 1999 });
});

test('a late payment next to a new subscription is refunded', async () => {
  const sold = await makeRenewed();
  await deliver(app, ended(sold, 'unpaid'));
  const row = await stored(sold);
  await app.db.insert(userSubscriptions).values({
    ...row,
    id: undefined,
    status: 'active',
    endedAt: null,
    endReason: null,
    priceCents: 0,
    currentPeriodEnd: inDays(40),
    providerSubscriptionId: `new-${row.id}`,
  });
  await report(sold);
  expect(await stored(sold)).toMatchObject({ status: 'cancelled' });
  expect(await addRefund(sold)).toMatchObject({ amountCents: 1999 });
});

test('after all payments, ends and refunds, the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
