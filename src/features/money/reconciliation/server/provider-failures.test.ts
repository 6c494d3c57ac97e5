import { afterEach, beforeEach, expect, test } from 'vitest';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { RecordPage } from '#src/features/money/payments/server/provider-records.ts';
import { makeSubscription } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { listedRecords, reconciliationItems, reconciliationRuns } from './reconciliation.table.ts';
import { reconcile, sell, withRecords } from './reconciliation.testing.ts';
import { requestReconciliation, runReconciliation } from './run-reconciliation.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

/** An open item, and a purchase whose event was lost. */
async function makeDifferences() {
  await makeSubscription(app);
  expect(await reconcile(app)).toMatchObject({ status: 'completed', opened: 2 });
  await sell(app, { loses: true });
  return {
    items: await app.db.select().from(reconciliationItems),
    payments: await app.db.select().from(ledgerTransactions),
  };
}

const page = (records: RecordPage['records'], next: string | null): RecordPage => ({
  records,
  next,
});

test.each<[string, (cursor: string | null) => Promise<RecordPage>, string]>([
  [
    'is down',
    async () => {
      throw new DomainError('provider-unavailable', 'No connection.');
    },
    'No connection.',
  ],
  [
    'fails in an unknown way',
    async () => {
      throw new Error('secret of the provider');
    },
    'unknown way',
  ],
  [
    'stops in the middle of its list',
    async (cursor) => {
      if (cursor === null) return page([], '2');
      throw new DomainError('provider-unavailable', 'Too slow.');
    },
    'Too slow.',
  ],
  ['begins its list again and again', async () => page([], '2'), 'did not finish'],
])('a provider that %s changes nothing: the run fails', async (_, list, error) => {
  const before = await makeDifferences();
  const services = withRecords(app, { listRecords: (_range, cursor) => list(cursor) });
  const run = await reconcile(app, services);
  expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining(error) });
  expect(run.error).not.toContain('secret');
  expect(await app.db.select().from(reconciliationItems)).toEqual(before.items);
  expect(await app.db.select().from(ledgerTransactions)).toEqual(before.payments);
  expect(await app.db.select().from(listedRecords)).toEqual([]);
  // The next run finds everything.
  expect(await reconcile(app)).toMatchObject({ status: 'completed', repaired: 1 });
});

test('a list that misses most of what we have is not believed', async () => {
  for (let count = 0; count < 11; count++) await sell(app);
  const services = withRecords(app, { listRecords: async () => page([], null) });
  const run = await reconcile(app, services);
  expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('22 of 22') });
  expect(await app.db.select().from(reconciliationItems)).toEqual([]);
});

test('kinds that the provider does not list are never missing there', async () => {
  await makeSubscription(app);
  const services = withRecords(app, { kinds: ['refund'], listRecords: async () => page([], null) });
  expect(await reconcile(app, services)).toMatchObject({ status: 'completed', opened: 0 });
});

test('only one run of a provider takes place at a time, and an interrupted one makes room', async () => {
  expect(await requestReconciliation(app.services, null)).toBe(1);
  expect(await requestReconciliation(app.services, null)).toBe(0);
  const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
  await app.db.update(reconciliationRuns).set({ startedAt: yesterday });
  expect(await requestReconciliation(app.services, null)).toBe(1);
  const runs = await app.db.select().from(reconciliationRuns);
  expect(runs.map(({ status }) => status).toSorted()).toEqual(['failed', 'running']);
});

test('a run that was killed begins again and counts nothing twice', async () => {
  const { event } = await sell(app, { loses: true });
  await requestReconciliation(app.services, null);
  const [run] = await app.db.select().from(reconciliationRuns);
  await app.db.insert(listedRecords).values({
    runId: run!.id,
    kind: 'charge',
    reference: event.paymentId,
    amountCents: 1,
    currency: 'usd',
    occurredAt: new Date(0),
  });
  await runReconciliation(app.services, { runId: run!.id });
  await runReconciliation(app.services, { runId: run!.id });
  expect(await app.db.select().from(reconciliationRuns)).toMatchObject([{ status: 'completed' }]);
  expect(await app.db.select().from(listedRecords)).toEqual([]);
});

test('two attempts at one run at the same time never find what is not there', async () => {
  for (let count = 0; count < 3; count++) await sell(app);
  await requestReconciliation(app.services, null);
  const [run] = await app.db.select().from(reconciliationRuns);
  const toAt = new Date(Date.now() + 60 * 60_000);
  await app.db.update(reconciliationRuns).set({ toAt });
  const attempt = () => runReconciliation(app.services, { runId: run!.id });
  await Promise.allSettled([attempt(), attempt(), attempt()]);
  // The job repeats an attempt that failed.
  await attempt();
  expect(await app.db.select().from(reconciliationItems)).toEqual([]);
  expect(await app.db.select().from(reconciliationRuns)).toMatchObject([
    { status: 'completed', opened: 0, compared: 6 },
  ]);
});

test('what has just happened is on its way, and not a difference', async () => {
  await sell(app, { loses: true });
  await requestReconciliation(app.services, null);
  const [run] = await app.db.select().from(reconciliationRuns);
  await runReconciliation(app.services, { runId: run!.id });
  const [ended] = await app.db.select().from(reconciliationRuns);
  expect(ended).toMatchObject({ status: 'completed', repaired: 0, opened: 0 });
});
