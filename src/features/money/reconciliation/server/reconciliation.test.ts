import { readdir, readFile } from 'node:fs/promises';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import {
  paymentEvents,
  sandboxRecords,
} from '#src/features/money/payments/server/billing.table.ts';
import {
  reportSandboxEvent,
  sandboxWebhook,
} from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { saveSandboxSubscription } from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  deliver,
  disputed,
  disputeWon,
  makeSubscription,
  refunded,
  renewed,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths } from '#src/lib/dates.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { reconciliationItems } from './reconciliation.table.ts';
import { itemsOf, reconcile, report, sell } from './reconciliation.testing.ts';

// Each test has a ledger and a provider of its own.
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const chargesOf = (paymentId: string) =>
  app.db
    .select()
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.kind, 'charge'),
        eq(ledgerTransactions.providerReference, paymentId),
      ),
    );

describe('a lost event', () => {
  test('of a purchase is made from the provider’s data: the fan gets what was paid for', async () => {
    const { fan, event } = await sell(app, { loses: true });
    expect(await subscriptionOf(app, fan)).toBeUndefined();
    const run = await reconcile(app);
    expect(run).toMatchObject({ status: 'completed', repaired: 1, opened: 0, error: null });
    expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
    expect(await itemsOf(app, event.paymentId)).toMatchObject([
      { status: 'repaired', difference: 'missing_here', ours: null, theirs: { amountCents: 1999 } },
    ]);
    expect(run.totals).toContainEqual({
      kind: 'charge',
      currency: 'usd',
      provider: { count: 1, cents: 1999 },
      ours: { count: 1, cents: 1999 },
      driftCents: 0,
    });
  });

  test('that arrives after its repair has no second effect', async () => {
    const { fan, event } = await sell(app, { loses: true });
    await reconcile(app);
    const response = await app.app.fetch(sandboxWebhook(app.config, event));
    expect(response.status).toBe(200);
    expect(await chargesOf(event.paymentId)).toHaveLength(1);
    expect(await app.db.select().from(paymentEvents)).toHaveLength(1);
    expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
  });

  test('is lost for good, however often the provider’s job repeats it', async () => {
    const { event } = await sell(app, { loses: true });
    for (let times = 0; times < 2; times++) await reportSandboxEvent(app.services, event);
    expect(await app.db.select().from(paymentEvents)).toEqual([]);
  });

  test('of a renewal, a refund and a dispute is repaired in the order in which they occurred', async () => {
    const start = addMonths(new Date(), -1);
    const { fan, event } = await sell(app, { start });
    const renewal = renewed(event);
    const all = [
      renewal,
      { ...refunded(event, 500), occurredAt: new Date() },
      { ...disputed({ ...event, paymentId: renewal.paymentId }), occurredAt: new Date() },
    ];
    for (const one of all) {
      await saveSandboxSubscription(app.db, event.providerSubscriptionId, { losesNextEvent: true });
      await report(app, one);
    }
    expect(await app.db.select().from(paymentEvents)).toHaveLength(1);
    const run = await reconcile(app);
    expect(run).toMatchObject({ repaired: 3, opened: 0 });
    expect(run.totals.map(({ kind, driftCents }) => [kind, driftCents])).toEqual([
      ['charge', 0],
      ['refund', 0],
      ['dispute', 0],
      ['subscription', 0],
    ]);
    expect(await subscriptionOf(app, fan)).toMatchObject({
      status: 'cancelled',
      endReason: 'dispute',
    });
  });

  test('about the end of a subscription ends it', async () => {
    const { fan, event } = await sell(app);
    await report(
      app,
      {
        type: 'subscription.ended',
        id: 'sandbox_ended',
        occurredAt: new Date(),
        providerSubscriptionId: event.providerSubscriptionId,
        reason: 'provider',
      },
      true,
    );
    expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active' });
    // Our row is older than what the provider reports.
    await app.db.update(userSubscriptions).set({ updatedAt: addMonths(new Date(), -1) });
    expect(await reconcile(app)).toMatchObject({ repaired: 1, opened: 0 });
    expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'cancelled' });
  });

  test('that cannot be processed becomes an item, and is retried like every event', async () => {
    const { event } = await sell(app, { loses: true });
    await app.db.execute(sql`delete from checkouts`);
    expect(await reconcile(app)).toMatchObject({ repaired: 0, opened: 2 });
    expect(await itemsOf(app, event.paymentId)).toMatchObject([{ status: 'open' }]);
    expect(await app.db.select().from(paymentEvents)).toMatchObject([{ handledAt: null }]);
  });
});

describe('what has a difference that no event explains', () => {
  test('is an item with both sides, the same one each night, which closes itself', async () => {
    const { event } = await makeSubscription(app);
    const first = await reconcile(app);
    expect(first).toMatchObject({ status: 'completed', repaired: 0, opened: 2 });
    const [item] = await itemsOf(app, event.paymentId);
    expect(item).toMatchObject({
      status: 'open',
      difference: 'missing_there',
      theirs: null,
      ours: { amountCents: 1999, currency: 'usd' },
      paymentId: (await chargesOf(event.paymentId))[0]!.id,
    });
    expect(await reconcile(app)).toMatchObject({ opened: 0, closed: 0 });
    const [again] = await itemsOf(app, event.paymentId);
    expect(again).toMatchObject({ id: item!.id, openedAt: item!.openedAt, status: 'open' });
    expect(again!.lastSeenAt > item!.lastSeenAt).toBe(true);
    // The provider's list is late.
    await reportSandboxEvent(app.services, event);
    expect(await reconcile(app)).toMatchObject({ opened: 0, closed: 2 });
    expect(await itemsOf(app, event.paymentId)).toMatchObject([
      { id: item!.id, status: 'closed', settledBy: null, reason: expect.stringContaining('gone') },
    ]);
  });

  test('in the amount is not repaired', async () => {
    const { event } = await sell(app);
    await app.db
      .update(sandboxRecords)
      .set({ amountCents: 2500 })
      .where(eq(sandboxRecords.kind, 'charge'));
    const run = await reconcile(app);
    expect(run).toMatchObject({ repaired: 0, opened: 1 });
    expect(run.totals.find(({ kind }) => kind === 'charge')).toMatchObject({ driftCents: -501 });
    expect(await itemsOf(app, event.paymentId)).toMatchObject([
      { difference: 'different', theirs: { amountCents: 2500 }, ours: { amountCents: 1999 } },
    ]);
  });

  test('in a subscription that the provider still charges is an item', async () => {
    const { fan, event } = await sell(app);
    const ended = { status: 'cancelled', endedAt: new Date(), endReason: 'staff' } as const;
    await app.db.update(userSubscriptions).set({ ...ended, updatedAt: addMonths(new Date(), -1) });
    expect(await reconcile(app)).toMatchObject({ opened: 1, repaired: 0 });
    expect(await itemsOf(app, event.providerSubscriptionId)).toMatchObject([
      {
        kind: 'subscription',
        theirs: { state: 'renewing' },
        ours: { state: 'ended' },
        subscriptionId: (await subscriptionOf(app, fan))!.id,
      },
    ]);
  });

  test('is none while a change is on its way to the provider', async () => {
    const { fan } = await sell(app);
    const { id } = (await subscriptionOf(app, fan))!;
    const { status } = await app.call('POST', `/api/subscriptions/${id}/cancel`, {
      user: fan,
      body: {},
    });
    expect(status).toBeLessThan(300);
    expect(await reconcile(app)).toMatchObject({ opened: 0, repaired: 0 });
  });
});

test('refunds and disputes, also won ones, agree in amount and drift', async () => {
  const { event } = await sell(app);
  await report(app, disputed(event));
  await report(app, disputeWon(event));
  await report(app, refunded(event, 700));
  const run = await reconcile(app);
  expect(run).toMatchObject({ repaired: 0, opened: 0 });
  const totals = run.totals.map(({ kind, ours, driftCents }) => [kind, ours.cents, driftCents]);
  expect(totals.slice(0, 4)).toEqual([
    ['charge', 1999, 0],
    ['refund', 700, 0],
    ['dispute', 1999, 0],
    ['dispute_won', 1999, 0],
  ]);
});

test('payments that the migration finds are in the sandbox’s records', async () => {
  const { event } = await makeSubscription(app);
  await deliver(app, refunded(event, 500));
  await deliver(app, disputed(event, 400));
  await deliver(app, disputeWon(event));
  const name = (await readdir('drizzle')).find((file) => file.endsWith('_reconciliation.sql'))!;
  const migration = await readFile(`drizzle/${name}`, 'utf8');
  const backfill = migration
    .split('--> statement-breakpoint')
    .filter((statement) => statement.includes('INSERT INTO "sandbox_records"'));
  expect(backfill).toHaveLength(2);
  for (const statement of backfill) await app.db.execute(sql.raw(statement));
  const run = await reconcile(app);
  expect(run).toMatchObject({ repaired: 0, opened: 0, compared: 4 });
  expect(await app.db.select().from(reconciliationItems)).toEqual([]);
});
