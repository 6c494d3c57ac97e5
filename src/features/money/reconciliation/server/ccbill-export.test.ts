import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ccbillExtractLines,
  ccbillExtracts,
} from '#src/features/money/payments/server/ccbill-extracts.table.ts';
import { collectRecords } from '#src/features/money/payments/server/collect-records.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { subscriptionOf } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { listPaidForNothing, listWatchingForFree } from './fair-access.testing.ts';
import { reconciliationItems } from './reconciliation.table.ts';
import { itemsOf, reconcile } from './reconciliation.testing.ts';
import { openCcbill, order, type Report } from './simulated-providers.testing.ts';

const HOUR_MS = DAY_MS / 24;
/** The first payment of a simulated sale is 44 days old, what follows at most 14. */
const LONG_AGO = 50;

let ccbill: Awaited<ReturnType<typeof openCcbill>>;
let app: TestApp;
beforeAll(async () => {
  ccbill = await openCcbill();
});
afterAll(() => ccbill.stop());
// Each test has a ledger and an export of its own.
beforeEach(async () => {
  Object.assign(ccbill.exported, { now: Date.now, at: -Infinity, text: null });
  ccbill.transactions.length = 0;
  app = await createTestApp(ccbill.environment);
  ccbill.hurry(app, 150);
});
afterEach(() => app.close());

/** The hourly job at an instant, by CCBill's clock as well. */
async function collect(at: number): Promise<void> {
  ccbill.exported.now = () => at;
  await collectRecords(app.services, new Date(at));
}

/** The job collects a day at a time, as it does after an outage. */
async function collectDays(days: number): Promise<void> {
  const now = Date.now();
  for (let day = days; day >= 0; day--) await collect(now - day * DAY_MS);
}

/** A fan pays at CCBill: what it reports, and what its export contains. */
async function sell(delivered: readonly Report[], listed: readonly Report[]) {
  const { fan, url } = await order(app);
  const sold = ccbill.sell(app, url);
  for (const report of delivered) await sold.deliver(report);
  for (const report of listed) sold.list(report);
  return { fan, ...sold };
}

const openItems = async () =>
  (await app.db.select().from(reconciliationItems)).filter(({ status }) => status === 'open');

async function expectFair(): Promise<void> {
  expect(await listPaidForNothing(app.db)).toEqual([]);
  expect(await listWatchingForFree(app.db)).toEqual([]);
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
}

describe('the export of CCBill', () => {
  test('repairs a renewal that was never reported; its late report has no second effect', async () => {
    const { fan, deliver } = await sell(['sale'], ['sale', 'renewal']);
    const before = (await subscriptionOf(app, fan))!.currentPeriodEnd!;
    await collectDays(LONG_AGO);
    expect(await reconcile(app)).toMatchObject({ repaired: 1, opened: 0, error: null });
    const { currentPeriodEnd } = (await subscriptionOf(app, fan))!;
    expect(currentPeriodEnd!.getTime() - before.getTime()).toBe(30 * DAY_MS);
    await deliver('renewal');
    expect((await subscriptionOf(app, fan))!.currentPeriodEnd).toEqual(currentPeriodEnd);
    const { totals, ...run } = await reconcile(app);
    expect(run).toMatchObject({ repaired: 0, opened: 0 });
    expect(totals[0]).toMatchObject({ kind: 'charge', ours: { count: 2 }, driftCents: 0 });
    await expectFair();
  });

  test('agrees with reported sales, renewals, refunds and chargebacks', async () => {
    const refunded = ['sale', 'renewal', 'refund'] as const;
    const disputed = ['sale', 'renewal', 'chargeback'] as const;
    await sell(refunded, refunded);
    const { id } = await sell(disputed, disputed);
    ccbill.set(id, 'ended');
    await collectDays(LONG_AGO);
    const { totals, ...run } = await reconcile(app);
    expect(run).toMatchObject({ status: 'completed', repaired: 0, opened: 0, compared: 7 });
    expect(totals.map(({ kind, ours, driftCents }) => [kind, ours.count, driftCents])).toEqual([
      ['charge', 4, 0],
      ['refund', 1, 0],
      ['dispute', 1, 0],
      ['subscription', 1, 0],
    ]);
  });

  test('lists what only one side has, and nothing about a person is stored', async () => {
    const lost = await sell([], ['sale']);
    await sell(['sale', 'renewal'], ['sale', 'renewal', 'refund', 'chargeback']);
    await sell(['sale', 'renewal', 'refund'], ['sale']);
    await collectDays(LONG_AGO);
    expect(await reconcile(app)).toMatchObject({ repaired: 0, opened: 5 });
    const found = (await openItems()).map(({ kind, difference }) => `${kind} ${difference}`);
    expect(found.toSorted()).toEqual([
      'charge missing_here',
      'charge missing_there',
      'dispute missing_here',
      'refund missing_here',
      'refund missing_there',
    ]);
    // A fan who paid and has nothing: the item names CCBill's number and the price.
    expect(await itemsOf(app, lost.id)).toMatchObject([{ theirs: { amountCents: 1999 } }]);
    const stored = JSON.stringify(await app.db.select().from(ccbillExtractLines));
    expect(stored).not.toMatch(/frida|Tempe/i);
    // The same differences are the same items, and reports that arrive late close them.
    expect(await reconcile(app)).toMatchObject({ opened: 0, closed: 0 });
    await lost.deliver('sale');
    expect(await reconcile(app)).toMatchObject({ opened: 0, closed: 1 });
  });

  test('is compared only as far as it was collected', async () => {
    await sell(['sale', 'renewal', 'refund'], []);
    expect(await reconcile(app)).toMatchObject({ status: 'completed', opened: 0 });
  });

  test('is collected once an hour, and a day at a time until nothing is missing', async () => {
    const start = Date.now() - 3 * DAY_MS;
    await collect(start);
    ccbill.requests.length = 0;
    await collect(start + HOUR_MS / 2);
    expect(ccbill.requests).toEqual([]);
    const parts = async () => {
      const rows = await app.db.select().from(ccbillExtracts).orderBy(ccbillExtracts.fromAt);
      return rows.map(({ fromAt, toAt }) => (toAt.getTime() - fromAt.getTime() + 1000) / HOUR_MS);
    };
    expect(await parts()).toEqual([24]);
    // The product was down for two days.
    for (let hour = 0; hour < 4; hour++) await collect(start + 2 * DAY_MS + hour * HOUR_MS);
    expect(await parts()).toEqual([24, 24, 24, 2, 1]);
  });

  test('is not compared while CCBill is down, slow, or answers in part: nothing changes', async () => {
    const { fan } = await sell(['sale'], ['renewal']);
    const before = (await subscriptionOf(app, fan))!.currentPeriodEnd;
    const faults: Record<string, () => void> = {
      down: () => (ccbill.state.isBroken = true),
      slow: () => ccbill.answer('no answer'),
      'cut off': () => ccbill.answer('hang up'),
      'login refused': () => (ccbill.exported.text = 'Error:Authentication failed'),
      'half a table': () => (ccbill.exported.text = '"REBILL","900100","0005","01'),
      'another table': () => (ccbill.exported.text = '"a","b"'),
    };
    for (const [fault, begin] of Object.entries(faults)) {
      begin();
      const run = await reconcile(app);
      expect({ fault, ...run }).toMatchObject({ fault, status: 'failed', opened: 0, repaired: 0 });
      ccbill.state.isBroken = false;
      ccbill.exported.text = null;
    }
    expect(await openItems()).toEqual([]);
    expect((await subscriptionOf(app, fan))!.currentPeriodEnd).toEqual(before);
    await collectDays(16);
    expect(await reconcile(app)).toMatchObject({ status: 'completed', repaired: 1, opened: 0 });
  });
});
