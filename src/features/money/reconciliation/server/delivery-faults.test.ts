import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import { saveSandboxEvent } from '#src/features/money/payments/server/sandbox/sandbox-records.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import {
  deliver,
  disputed,
  disputeWon,
  makeInfluencer,
  openCheckout,
  paid,
  refunded,
  renewed,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths } from '#src/lib/dates.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { isLong } from '#test/long.ts';
import { reconcile } from './reconciliation.testing.ts';

const RUNS = isLong ? 60 : 3;
const FANS = 4;

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

/** What a fan pays and gets back, in the order in which it happens at the provider. */
async function makeHistory(kind: number): Promise<PaymentEvent[]> {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const start = addMonths(new Date(), -1);
  const bought = paid(await openCheckout(app, fan, influencer.id), start);
  const renewal = renewed(bought);
  const history = [bought, renewal, { ...refunded(renewal, 700), occurredAt: renewal.occurredAt }];
  const dispute = { ...disputed(bought), occurredAt: renewal.occurredAt };
  const won = { ...disputeWon(bought), occurredAt: renewal.occurredAt };
  return [history, [...history, dispute], [...history, dispute, won]][kind % 3]!;
}

/** How often each event arrives, and where in the order; a late one arrives after the comparison. */
const deliveryArbitrary = fc.record({
  times: fc.constantFrom(0, 0, 1, 1, 2, 3),
  place: fc.nat(1_000),
  isLate: fc.boolean(),
});

test('after any losses, repetitions, delays and orders of events both sides are equal', async () => {
  const count = FANS * 5;
  await fc.assert(
    fc.asyncProperty(
      fc.array(deliveryArbitrary, { minLength: count, maxLength: count }),
      async (deliveries) => {
        const histories = await Promise.all(
          Array.from({ length: FANS }, (_, kind) => makeHistory(kind)),
        );
        const events = histories.flat();
        for (const event of events) await saveSandboxEvent(app.db, event);
        const calls = events
          .flatMap((event, index) => {
            const { times, place, isLate } = deliveries[index]!;
            return Array.from({ length: times }, (_, copy) => ({
              event,
              isLate,
              at: place + copy * 37,
            }));
          })
          .toSorted((one, other) => one.at - other.at);
        const send = async (isLate: boolean) => {
          for (const call of calls.filter((one) => one.isLate === isLate)) {
            await deliver(app, call.event);
          }
        };
        await send(false);
        expect(await reconcile(app)).toMatchObject({ status: 'completed', error: null });
        await send(true);
        const run = await reconcile(app);
        expect(run).toMatchObject({ status: 'completed', repaired: 0 });
        const money = run.totals.filter(({ kind }) => kind !== 'subscription');
        expect(money.filter(({ driftCents }) => driftCents !== 0)).toEqual([]);
        expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
      },
    ),
    { numRuns: RUNS },
  );
});
