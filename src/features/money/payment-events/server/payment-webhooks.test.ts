import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { checkouts, paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import { sandboxWebhook } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { refundUnwantedPayment } from '#src/features/money/refunds/server/refund-unwanted-payment.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  deliver,
  disputed,
  disputeWon,
  failed,
  makeInfluencer,
  makeSubscription,
  openCheckout,
  paid,
  refunded,
  renewed,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths } from '#src/lib/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function newCheckout() {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  return { fan, checkoutId: await openCheckout(app, fan, influencer.id) };
}

/** A fan's payments and refunds in the ledger, in cents, oldest first. */
async function recordedFor({ id }: TestUser): Promise<number[]> {
  const rows = await app.db
    .select({ cents: ledgerEntries.amountCents })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerTransactions.subscriberId, id), eq(ledgerAccounts.kind, 'cash')))
    .orderBy(asc(ledgerTransactions.occurredAt));
  return rows.map(({ cents }) => cents);
}

const storedEvent = async (id: string) =>
  (await app.db.select().from(paymentEvents).where(eq(paymentEvents.providerEventId, id)))[0];

test('only the webhook makes a subscription active', async () => {
  const { fan, checkoutId } = await newCheckout();
  expect(await subscriptionOf(app, fan)).toBeUndefined();
  const response = await deliver(app, paid(checkoutId));
  expect(response.status).toBe(200);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    priceCents: 1999,
    provider: 'sandbox',
    cancelAt: null,
  });
  const { json } = await app.call('GET', `/api/checkouts/${checkoutId}`, { user: fan });
  expect(json).toEqual({ id: checkoutId, status: 'completed' });
});

test('the same event delivered ten times concurrently activates once', async () => {
  const { fan, checkoutId } = await newCheckout();
  const event = paid(checkoutId);
  const responses = await Promise.all(Array.from({ length: 10 }, () => deliver(app, event)));
  expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200));
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
});

test('a later duplicate changes nothing', async () => {
  const { fan, event, subscription } = await makeSubscription(app);
  const response = await deliver(app, { ...event, periodEnd: addMonths(event.periodEnd, 12) });
  expect(response.status).toBe(200);
  expect(await subscriptionOf(app, fan)).toEqual(subscription);
});

test('a redelivered failure does not undo later changes', async () => {
  const { fan, event, subscription } = await makeSubscription(app);
  const failure = failed(event);
  await deliver(app, failure);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'past_due' });
  await app.db
    .update(userSubscriptions)
    .set({ status: 'active', pastDueSince: null })
    .where(eq(userSubscriptions.id, subscription.id));
  await deliver(app, failure);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
});

test('a wrong signature is rejected and nothing is stored', async () => {
  const { fan, checkoutId } = await newCheckout();
  const forged = sandboxWebhook({ ...app.config, secrets: ['x'.repeat(64)] }, paid(checkoutId));
  const response = await app.app.fetch(forged);
  expect(response.status).toBe(400);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
  expect(await storedEvent(`paid-${checkoutId}`)).toBeUndefined();
});

test('a body that was changed after signing is rejected', async () => {
  const { checkoutId } = await newCheckout();
  const signed = sandboxWebhook(app.config, paid(checkoutId));
  const body = (await signed.text()).replace('1999', '1');
  const response = await app.app.request('/webhooks/sandbox', {
    method: 'POST',
    headers: signed.headers,
    body,
  });
  expect(response.status).toBe(400);
});

test.each([
  ['older', -6],
  ['newer', 6],
])('a signature %s than five minutes is rejected', async (_, minutes) => {
  const { fan, checkoutId } = await newCheckout();
  const signedAt = new Date(Date.now() + minutes * 60_000);
  expect((await deliver(app, paid(checkoutId), signedAt)).status).toBe(400);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
});

test('an event of an unknown checkout is stored and answered 202', async () => {
  const event = paid(randomUUID());
  expect((await deliver(app, event)).status).toBe(202);
  expect(await storedEvent(event.id)).toMatchObject({ handledAt: null });
});

test('a renewal that arrives before its checkout is applied once the checkout is known', async () => {
  const { fan, checkoutId } = await newCheckout();
  const first = paid(checkoutId);
  const renewal = renewed(first);
  expect((await deliver(app, renewal)).status).toBe(202);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
  expect((await deliver(app, first)).status).toBe(200);
  expect(await subscriptionOf(app, fan)).toMatchObject({ currentPeriodEnd: renewal.periodEnd });
  expect((await storedEvent(renewal.id))?.handledAt).toBeInstanceOf(Date);
});

test('an older period never overwrites a newer one', async () => {
  const { fan, event } = await makeSubscription(app);
  await deliver(app, renewed(event, 2));
  await deliver(app, renewed(event, 1));
  expect(await subscriptionOf(app, fan)).toMatchObject({
    currentPeriodEnd: renewed(event, 2).periodEnd,
    status: 'active',
  });
  await deliver(app, failed(event, 1));
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
});

test('an end at the provider ends the subscription for good; a later payment is recorded', async () => {
  const { fan, event } = await makeSubscription(app);
  const { providerSubscriptionId, periodStart: occurredAt } = event;
  const id = `${event.id}-end`;
  const reason = 'provider';
  await deliver(app, {
    type: 'subscription.ended',
    id,
    providerSubscriptionId,
    occurredAt,
    reason,
  });
  await deliver(app, renewed(event));
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'cancelled',
    endReason: 'provider',
    endedAt: occurredAt,
    currentPeriodEnd: event.periodEnd,
  });
  expect(await recordedFor(fan)).toEqual([1999, 1999]);
  // The worker refunds it, once.
  const [late] = await app.db
    .select({ transactionId: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.providerReference, renewed(event).paymentId));
  await Promise.all([1, 2].map(() => refundUnwantedPayment(app.services, late!)));
  await refundUnwantedPayment(app.services, late!);
  expect((await recordedFor(fan)).toSorted((a, b) => a - b)).toEqual([-1999, 1999, 1999]);
});

test('a payment made before the end and reported after it is not refunded', async () => {
  const { event } = await makeSubscription(app, addMonths(new Date(), -3));
  const ended = { type: 'subscription.ended', reason: 'provider' } as const;
  const { providerSubscriptionId } = event;
  const id = `${event.id}-end`;
  await deliver(app, { ...ended, id, providerSubscriptionId, occurredAt: new Date() });
  await deliver(app, renewed(event, 2));
  const { rows } = await app.db.execute(
    sql`select from jobs.job where name = 'give-back' and data ->> 'transactionId' = (
      select id::text from ledger_transactions
      where provider_reference = ${renewed(event, 2).paymentId})`,
  );
  expect(rows).toEqual([]);
});

test('nothing is recorded for an unknown subscription, and the event is stored', async () => {
  const event = renewed(paid(randomUUID()));
  expect((await deliver(app, event)).status).toBe(202);
  expect(await storedEvent(event.id)).toMatchObject({
    handledAt: null,
    attempts: 1,
    subscriptionReference: event.providerSubscriptionId,
  });
});

test('a second payment for the same influencer is recorded, and its subscription ends at once', async () => {
  const { fan, event, influencer, subscription } = await makeSubscription(app);
  const [checkout] = await app.db
    .insert(checkouts)
    .values({
      provider: 'sandbox',
      subscriberId: fan.id,
      influencerId: influencer.id,
      subscriptionPlanId: subscription.subscriptionPlanId,
      priceCents: 1999,
      expiresAt: event.periodEnd,
    })
    .returning();
  expect((await deliver(app, paid(checkout!.id))).status).toBe(200);
  const rows = await app.db
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.subscriberId, fan.id));
  expect(new Set(rows.map(({ endReason }) => endReason))).toEqual(new Set(['duplicate', null]));
  expect(await recordedFor(fan)).toEqual([1999, 1999]);
});

describe('a history of events leads to the same ledger', () => {
  const history = (event: ReturnType<typeof paid>): PaymentEvent[] => [
    event,
    failed(event, 1),
    renewed(event, 1),
    refunded(event, 500),
    renewed(event, 2),
    disputed(event, 1499),
    disputeWon(event),
    refunded(renewed(event, 1), 1999),
  ];
  const orders: [string, (events: PaymentEvent[]) => PaymentEvent[][]][] = [
    ['in order', (events) => events.map((event) => [event])],
    ['in reverse', (events) => events.toReversed().map((event) => [event])],
    ['all concurrently', (events) => [events]],
    ['each ten times concurrently', (events) => events.map((event) => Array(10).fill(event))],
    ['all ten times concurrently', (events) => [Array(10).fill(events).flat()]],
  ];
  test.each(orders)('%s', async (_, order) => {
    const { fan, checkoutId } = await newCheckout();
    const event = paid(checkoutId);
    for (const together of order(history(event))) {
      const answers = await Promise.all(together.map((one) => deliver(app, one)));
      for (const { status } of answers) expect([200, 202]).toContain(status);
    }
    expect(await subscriptionOf(app, fan)).toMatchObject({
      status: 'cancelled',
      endReason: 'dispute',
    });
    expect((await recordedFor(fan)).toSorted((a, b) => a - b)).toEqual([
      -1999, -1499, -500, 1499, 1999, 1999, 1999,
    ]);
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  });
});

test('while the database restarts nothing is lost, and nothing recorded twice', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => newCheckout()));
  const [{ name } = { name: '' }] = (
    await app.db.execute<{ name: string }>(sql`select current_database() as name`)
  ).rows;
  const outside = new pg.Client({ connectionString: inject('templateUrl') });
  await outside.connect();
  const down = async () => {
    await outside.query(`alter database ${name} allow_connections false`);
    await outside.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
  };
  const event = ({ checkoutId }: (typeof made)[number]) => paid(checkoutId);
  // Repeats the delivery until it is accepted, as a provider does.
  const insist = async (one: PaymentEvent): Promise<number> => {
    const { status } = await deliver(app, one);
    return status === 200 ? 1 : 1 + (await insist(one));
  };
  const delivered = made.map((one) => insist(event(one)));
  await down();
  await expect.poll(async () => (await deliver(app, event(made[0]!))).status).toBe(500);
  await outside.query(`alter database ${name} allow_connections true`);
  const tries = await Promise.all(delivered);
  expect(Math.max(...tries)).toBeGreaterThan(1);
  for (const { fan } of made) expect(await recordedFor(fan)).toEqual([1999]);
  await outside.end();
});

test('webhooks of another provider do not exist, and a large body is rejected', async () => {
  const post = (address: string, body: string) =>
    app.app.request(address, { method: 'POST', body });
  expect((await post('/webhooks/stripe', '{}')).status).toBe(404);
  expect((await post('/webhooks/sandbox', 'x'.repeat(300_000))).status).toBe(413);
});
