import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import {
  makeInfluencer,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { isLong } from '#test/long.ts';
import { startStripe } from '#test/stripe-server.ts';
import { reconciliationItems } from './reconciliation.table.ts';
import { reconcile } from './reconciliation.testing.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
let app: TestApp;
beforeEach(async () => {
  stripe = await startStripe();
  app = await createTestApp({
    PAYMENTS: 'stripe',
    PUBLIC_URL: 'https://club.example',
    STRIPE_SECRET_KEY: stripe.options.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.options.webhookSecret,
    STRIPE_API_URL: stripe.options.apiUrl,
  });
});
afterEach(async () => {
  await app.close();
  await stripe.stop();
});

/** A fan who paid on Stripe's page; no webhook reports it. */
async function buy() {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const body = { influencerId: influencer.id };
  const { json } = await app.call('POST', '/api/checkouts', { user: fan, body });
  const bought = stripe.account.payCheckout((json.url as string).split('/').at(-1)!);
  const paymentId = stripe.account.paymentIntentOf(bought.paid.data.object.id);
  return { fan, paymentId, ...bought };
}

async function deliver(event: Stripe.Event): Promise<number> {
  const { body, headers } = stripe.webhook(event);
  const response = await app.app.request('/webhooks/stripe', { method: 'POST', headers, body });
  return response.status;
}

const transactionsOf = (kind: 'charge' | 'refund') =>
  app.db.select().from(ledgerTransactions).where(eq(ledgerTransactions.kind, kind));

/** Compares twice: the second time nothing is left to do. */
async function expectNoDifference() {
  const run = await reconcile(app);
  expect(run).toMatchObject({ status: 'completed', repaired: 0, opened: 0, error: null });
  expect(run.totals.filter(({ driftCents }) => driftCents !== 0)).toEqual([]);
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
}

test('a purchase that Stripe never reported is made from its invoice, once', async () => {
  const { fan, paid, paymentId } = await buy();
  expect(await subscriptionOf(app, fan)).toBeUndefined();
  expect(await reconcile(app)).toMatchObject({ status: 'completed', repaired: 1, opened: 0 });
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active', provider: 'stripe' });
  expect(await deliver(paid)).toBe(200);
  expect(await transactionsOf('charge')).toMatchObject([{ providerReference: paymentId }]);
  await expectNoDifference();
});

test('lost renewals, refunds, won disputes, cancellations and ends are repaired', async () => {
  const [renewed, refunded, disputed, stopped, ended] = await Promise.all(
    Array.from({ length: 5 }, buy),
  );
  for (const { paid } of [renewed!, refunded!, disputed!, stopped!, ended!]) await deliver(paid);
  const { account } = stripe;
  account.refund(refunded!.paymentId, 500, {});
  const dispute = account.dispute(disputed!.paymentId, 1999);
  account.changeDispute(dispute.data.object.id, 'won', 'charge.dispute.closed');
  const [item] = stopped!.subscription.items.data;
  account.change(stopped!.subscription, {
    cancel_at: item!.current_period_end,
    cancel_at_period_end: true,
    canceled_at: account.events.at(-1)!.created,
  });
  account.end(ended!.subscription, 'cancellation_requested');
  const run = await reconcile(app);
  expect(run).toMatchObject({ status: 'completed', error: null });
  const open = await app.db
    .select()
    .from(reconciliationItems)
    .where(eq(reconciliationItems.status, 'open'));
  // The dispute has ended our subscription; the job that tells Stripe has not run.
  expect(open).toEqual([]);
  expect(await subscriptionOf(app, stopped!.fan)).toMatchObject({ cancelAt: expect.any(Date) });
  expect(await subscriptionOf(app, ended!.fan)).toMatchObject({ status: 'cancelled' });
  expect(await transactionsOf('refund')).toHaveLength(1);
  expect(run.totals.map(({ kind, driftCents }) => [kind, driftCents])).toEqual([
    ['charge', 0],
    ['refund', 0],
    ['dispute', 0],
    ['dispute_won', 0],
    ['subscription', 0],
  ]);
});

test('every page of a list is read', async () => {
  stripe.account.rules.pageSize = 1;
  const fans = [await buy(), await buy(), await buy()];
  expect(await reconcile(app)).toMatchObject({ status: 'completed', repaired: 3, opened: 0 });
  for (const { fan } of fans) {
    expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
  }
});

test('while Stripe fails, nothing is changed; afterwards everything is found', async () => {
  const { fan } = await buy();
  stripe.state.isBroken = true;
  expect(await reconcile(app)).toMatchObject({ status: 'failed', error: expect.any(String) });
  expect(await subscriptionOf(app, fan)).toBeUndefined();
  expect(await app.db.select().from(reconciliationItems)).toEqual([]);
  stripe.state.isBroken = false;
  expect(await reconcile(app)).toMatchObject({ status: 'completed', repaired: 1 });
});

test('a refund that Stripe made but answered with an error is found, and made once', async () => {
  const { fan, paid, paymentId } = await buy();
  await deliver(paid);
  const staff = await app.as('staff');
  const subscription = (await subscriptionOf(app, fan))!;
  const isCharge = and(
    eq(ledgerTransactions.kind, 'charge'),
    eq(ledgerTransactions.providerReference, paymentId),
  );
  const [charge] = await app.db.select().from(ledgerTransactions).where(isCharge);
  const body = {
    transactionId: charge!.id,
    endNow: false,
    refundKey: crypto.randomUUID(),
  };
  const request = () =>
    app.call('POST', `/api/subscriptions/${subscription.id}/refunds`, { user: staff, body });
  stripe.state.losesAnswers = true;
  expect((await request()).status).toBe(502);
  stripe.state.losesAnswers = false;
  expect(stripe.account.refunds.size).toBe(1);
  expect(await reconcile(app)).toMatchObject({ repaired: 1, opened: 0 });
  await request();
  expect(stripe.account.refunds.size).toBe(1);
  expect(await transactionsOf('refund')).toHaveLength(1);
  await expectNoDifference();
});

/** How often each webhook arrives, and where in the order; a late one arrives after the comparison. */
const deliveryArbitrary = fc.record({
  times: fc.constantFrom(0, 1, 1, 2, 3),
  place: fc.nat(1_000),
  isLate: fc.boolean(),
});
const REPORTED = [
  'invoice.paid',
  'refund.created',
  'charge.dispute.created',
  'charge.dispute.closed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
];

test('after any losses, repetitions, delays and orders of webhooks both sides are equal', async () => {
  const { account } = stripe;
  await fc.assert(
    fc.asyncProperty(
      fc.array(deliveryArbitrary, { minLength: 12, maxLength: 12 }),
      async (deliveries) => {
        const before = account.events.length;
        const [refunded, disputed, ended] = [await buy(), await buy(), await buy()];
        account.refund(refunded.paymentId, 500, {});
        const dispute = account.dispute(disputed.paymentId, 1999);
        account.changeDispute(dispute.data.object.id, 'won', 'charge.dispute.closed');
        account.end(disputed.subscription, 'cancellation_requested');
        account.end(ended.subscription, 'cancellation_requested');
        const calls = account.events
          .slice(before)
          .filter(({ type }) => REPORTED.includes(type))
          .flatMap((event, index) => {
            const { times, place, isLate } = deliveries[index % deliveries.length]!;
            return Array.from({ length: times }, (_, copy) => ({
              event,
              isLate,
              at: place + copy * 37,
            }));
          })
          .toSorted((one, other) => one.at - other.at);
        const send = async (isLate: boolean) => {
          for (const call of calls.filter((one) => one.isLate === isLate)) {
            expect(await deliver(call.event)).toBeLessThan(300);
          }
        };
        await send(false);
        expect(await reconcile(app)).toMatchObject({ status: 'completed', opened: 0, error: null });
        await send(true);
        await expectNoDifference();
        for (const { fan, paymentId } of [refunded, disputed, ended]) {
          const isOf = eq(ledgerTransactions.providerReference, paymentId);
          expect(await app.db.select().from(ledgerTransactions).where(isOf)).toHaveLength(1);
          expect(await subscriptionOf(app, fan)).toBeDefined();
        }
      },
    ),
    { numRuns: isLong ? 40 : 2 },
  );
});
