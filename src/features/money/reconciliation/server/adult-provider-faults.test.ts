import { isNull, or, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { refundUnwantedPayment } from '#src/features/money/refunds/server/refund-unwanted-payment.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { providerChanges } from '#src/features/money/subscriptions/server/provider-changes.table.ts';
import { applyProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import type { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { subscriptionOf } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import type { DomainError } from '#src/lib/problem.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { isLong } from '#test/long.ts';
import { listPaidForNothing, listWatchingForFree } from './fair-access.testing.ts';
import { reconcile } from './reconciliation.testing.ts';
import {
  openCcbill,
  openVerotel,
  order,
  type SimulatedState,
  type Report,
} from './simulated-providers.testing.ts';

/** Stands for 30 seconds: the product stops waiting after this time. */
const TIMEOUT_MS = 150;
const RUNS = isLong ? 60 : 2;

const FAULTS = {
  'is down for hours': 'isBroken',
  'answers 500 after it did the work': 'losesAnswers',
  'does the work and does not answer in time': 'isSilent',
} as const;

/** What happens to a subscription at the provider, in this order, and what comes of it here. */
const HISTORIES: History[] = [
  {
    reports: ['sale', 'renewal', 'refund'],
    there: 'renewing',
    here: 'renewing',
    cents: [-50, 1999, 1999],
  },
  {
    reports: ['sale', 'renewal', 'cancellation'],
    there: 'stopping',
    here: 'stopping',
    cents: [1999, 1999],
  },
  {
    reports: ['sale', 'renewal', 'chargeback'],
    there: null,
    here: 'ended',
    cents: [-1999, 1999, 1999],
  },
  { reports: ['sale', 'expiry'], there: 'ended', here: 'ended', cents: [1999] },
];
type History = {
  reports: Report[];
  /** What the provider knows; null if that depends on the provider. */
  there: SimulatedState | null;
  here: SimulatedState;
  /** In the ledger. */
  cents: number[];
};
/** What the comparison finds by asking; payments are repeated until they are acknowledged. */
const MAY_BE_LOST: readonly Report[] = ['cancellation', 'expiry'];
const REPORT_COUNT = HISTORIES.flatMap(({ reports }) => reports).length;

/** How often each webhook arrives, where in the order, and whether after the comparison. */
const deliveryArbitrary = fc.record({
  times: fc.constantFrom(0, 1, 1, 2, 3),
  place: fc.nat(1_000),
  isLate: fc.boolean(),
});

function stateOf({ status, cancelAt }: typeof userSubscriptions.$inferSelect): SimulatedState {
  if (status === 'cancelled') return 'ended';
  return cancelAt ? 'stopping' : 'renewing';
}

describe.each([
  ['verotel', openVerotel, 'provider-unavailable'],
  // The product verifies at once whether the change was made.
  ['ccbill', openCcbill, 'confirmed'],
] as const)('with %s', (_name, open, afterLostAnswer) => {
  let provider: Awaited<ReturnType<typeof open>>;
  let app: TestApp;
  beforeEach(async () => {
    provider = await open();
    app = await createTestApp(provider.environment);
    provider.hurry(app, TIMEOUT_MS);
  });
  afterEach(async () => {
    await app.close();
    await provider.stop();
  });

  /** The jobs that wait: refunds, and calls to the provider. */
  async function runJobs(): Promise<void> {
    const { services, db } = app;
    for (const { id } of await db.select().from(refunds).where(isNull(refunds.transactionId))) {
      await refundUnwantedPayment(services, { transactionId: id });
    }
    const { concernsRenewals, concernsPause, concernsPrice } = providerChanges;
    const isOpen = or(concernsRenewals, concernsPause, concernsPrice);
    for (const { subscriptionId } of await db.select().from(providerChanges).where(isOpen)) {
      await applyProviderChange(services, { subscriptionId });
    }
  }

  /** A fan's payments and reversals in the ledger, in cents. */
  async function recordedFor({ id }: TestUser): Promise<number[]> {
    const { rows } = await app.db.execute<{ cents: number }>(sql`
      select ${cashAmount(ledgerTransactions.id)} as cents from ${ledgerTransactions}
      where ${ledgerTransactions.subscriberId} = ${id}`);
    return rows.map(({ cents }) => cents).toSorted((one, other) => one - other);
  }

  async function expectFair(): Promise<void> {
    expect(await listPaidForNothing(app.db)).toEqual([]);
    expect(await listWatchingForFree(app.db)).toEqual([]);
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  }

  test.each(Object.entries(FAULTS))(
    'that %s, cancellations and deletions take effect at once, and reach it once it works',
    async (_what, fault) => {
      const admin = await app.as('admin');
      const [cancelling, deleted] = [await order(app), await order(app)];
      const sold = [cancelling, deleted].map(({ url }) => provider.sell(app, url));
      // Sales and renewals need no call, and arrive all the same.
      provider.state[fault] = true;
      for (const { deliver } of sold) await deliver('sale');
      for (const { deliver } of sold) await deliver('renewal');
      const [first, second] = [
        (await subscriptionOf(app, cancelling.fan))!,
        (await subscriptionOf(app, deleted.fan))!,
      ];
      const address = `/api/subscriptions/${first.id}/cancel`;
      expect((await app.call('POST', address, { user: cancelling.fan })).status).toBe(200);
      const { status } = await app.call('DELETE', `/api/users/${deleted.influencer.id}`, {
        user: admin,
      });
      expect(status).toBeLessThan(300);
      expect(await subscriptionOf(app, cancelling.fan)).toMatchObject({
        cancelAt: expect.any(Date),
      });
      expect(await subscriptionOf(app, deleted.fan)).toMatchObject({ status: 'cancelled' });
      for (const { id: subscriptionId } of [first, second]) {
        const outcome = await applyProviderChange(app.services, { subscriptionId }).then(
          () => 'confirmed',
          ({ code }: DomainError) => code,
        );
        expect(outcome).toBe(fault === 'isBroken' ? 'provider-unavailable' : afterLostAnswer);
      }
      // Nothing is concluded from a comparison without answers; the others answer questions.
      const { opened, repaired } = await reconcile(app);
      expect({ opened, repaired }).toEqual({ opened: 0, repaired: 0 });
      provider.state[fault] = false;
      await runJobs();
      expect(sold.map(({ id }) => provider.get(id))).toEqual(['stopping', 'stopping']);
      const run = await reconcile(app);
      expect(run).toMatchObject({ status: 'completed', repaired: 0, opened: 0, error: null });
      await expectFair();
    },
  );

  test('after any losses, repetitions, delays and orders of webhooks everybody has what they paid for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deliveryArbitrary, { minLength: REPORT_COUNT, maxLength: REPORT_COUNT }),
        async (deliveries) => {
          const fans: TestUser[] = [];
          const calls: { isLate: boolean; at: number; run: () => Promise<void> }[] = [];
          const open = deliveries.values();
          for (const { reports, there } of HISTORIES) {
            const { fan, url } = await order(app);
            const { id, deliver } = provider.sell(app, url);
            provider.set(id, there ?? provider.afterChargeback);
            fans.push(fan);
            for (const report of reports) {
              const { times, place, isLate } = open.next().value!;
              const least = MAY_BE_LOST.includes(report) ? 0 : 1;
              for (let copy = 0; copy < Math.max(times, least); copy++) {
                calls.push({ isLate, at: place + copy * 37, run: () => deliver(report) });
              }
            }
          }
          calls.sort((one, other) => one.at - other.at);
          for (const { run } of calls.filter(({ isLate }) => !isLate)) await run();
          await runJobs();
          expect(await reconcile(app)).toMatchObject({ status: 'completed', opened: 0 });
          for (const { run } of calls.filter(({ isLate }) => isLate)) await run();
          await runJobs();
          expect(await reconcile(app)).toMatchObject({ status: 'completed', opened: 0 });
          expect(await reconcile(app)).toMatchObject({ repaired: 0, opened: 0, closed: 0 });
          for (const [index, { here, cents }] of HISTORIES.entries()) {
            expect(await recordedFor(fans[index]!)).toEqual(cents);
            expect(stateOf((await subscriptionOf(app, fans[index]!))!)).toBe(here);
          }
          await expectFair();
        },
      ),
      { numRuns: RUNS },
    );
  });
});
