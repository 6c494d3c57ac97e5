import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCorrection } from '#src/features/money/corrections/server/correct.ts';
import { readBalance } from '#src/features/money/corrections/server/record-correction.ts';
import { splitCharge, splitReversal } from '#src/features/money/ledger/ledger.rules.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { runPayouts } from '#src/features/money/payouts/server/payout-run.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { PROVIDER_CHANGES_QUEUE } from '#src/features/money/subscriptions/server/provider-changes.ts';
import {
  deliver,
  disputed,
  disputeWon,
  makeSubscription,
  refunded,
  renewed,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { isLong } from '#test/long.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

/** In the previous month, so that a payout can settle it. */
const paidAt = () => new Date(monthBounds(monthBefore(new Date())).from.getTime() + 86_400_000);
const SHARE = 1_520;
const PRICE = 1_999;
const WHOLE = splitCharge(PRICE, 20);
const NOTHING = { merchantFeeCents: 0, platformCents: 0, influencerCents: 0, excessCents: 0 };

async function accountOf(influencer: { id: string }) {
  const [account] = await app.db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.influencerId, influencer.id));
  return account!.id;
}

/** What the influencer has received or still has, in cents. */
async function earnedBy(influencer: { id: string }) {
  const balance = await readBalance(app.db, await accountOf(influencer));
  const made = await app.db.select().from(payouts).where(eq(payouts.influencerId, influencer.id));
  return balance + made.reduce((sum, { netPayoutCents }) => sum + netPayoutCents, 0);
}

const STEPS = ['part', 'rest', 'dispute', 'won', 'payout', 'correction'] as const;
type Step = (typeof STEPS)[number];

const REVERSED_TWICE = 'no more of a charge is reversed than was paid, for any party';

async function live(order: Step[]) {
  const { event, influencer } = await makeSubscription(app, paidAt());
  const send = (each: PaymentEvent) => deliver(app, each);
  let bonusCents = 0;
  const run: Record<Step, () => Promise<unknown>> = {
    part: () => send(refunded(event, 700, 1)),
    rest: () => send(refunded(event, PRICE - 700, 2)),
    dispute: () => send(disputed(event)),
    won: () => send(disputeWon(event)),
    payout: () => runPayouts(app, { month: monthBefore(new Date()) }, new Date()),
    correction: () => {
      bonusCents = 500;
      const kind = 'bonus';
      const input = { id: crypto.randomUUID(), kind, amountCents: 500, reason: 'x' } as const;
      const actor = { ...admin, userId: admin.id, isLimited: false } as never;
      const bonus = { ...input, influencerId: influencer.id, statementText: null };
      return addCorrection(app.services, actor, bonus);
    },
  };
  for (const step of order) {
    await run[step]();
    const left = (await earnedBy(influencer)) - bonusCents;
    expect({ order, step, isTaken: left < 0 }).toMatchObject({ isTaken: false });
    expect(left).toBeLessThanOrEqual(SHARE);
  }
  const refundedCents = (order.includes('part') ? 700 : 0) + (order.includes('rest') ? 1_299 : 0);
  const isLost = order.includes('dispute') && !order.includes('won');
  const earned = (await earnedBy(influencer)) - bonusCents;
  // The same as if only what is final had happened.
  const { influencerCents } = splitReversal(WHOLE, NOTHING, isLost ? PRICE : refundedCents);
  expect({ order, earned }).toEqual({ order, earned: SHARE - influencerCents });
}

test(
  'whatever the order of refunds, dispute, won dispute, payout and correction, a share is taken once',
  { timeout: isLong ? 600_000 : 60_000 },
  async () => {
    const orders = fc
      .shuffledSubarray([...STEPS], { minLength: 2 })
      // A provider reports a dispute before it is won; early events wait for it.
      .filter((order) => !order.includes('won') || order.includes('dispute'))
      .map((order) => {
        const [dispute, won] = [order.indexOf('dispute'), order.indexOf('won')];
        if (won === -1 || dispute < won) return order;
        return order.with(won, 'dispute').with(dispute, 'won');
      });
    await live(['part', 'dispute', 'won']);
    await live(['dispute', 'part', 'rest', 'won']);
    await live(['part', 'rest', 'payout', 'dispute']);
    await fc.assert(fc.asyncProperty(orders, live), {
      numRuns: isLong ? 200 : 12,
      endOnFailure: true,
    });
    // What the provider took beyond a payment is named, and nothing else is wrong.
    const found = await checkLedger(app.db, ALL_LEDGER_RULES);
    expect(found.filter(({ rule }) => rule !== REVERSED_TWICE)).toEqual([]);
  },
);

test.each(['before', 'after'] as const)(
  'a second charge for a period is given back once, and the subscription goes on: a renewal %s it',
  async (order) => {
    const { event, fan, influencer, subscription } = await makeSubscription(app, paidAt());
    const second = {
      ...renewed(event),
      id: `${event.id}-second`,
      paymentId: `${event.paymentId}-x`,
    };
    const events = [renewed(event), second];
    for (const each of order === 'before' ? events : events.toReversed()) await deliver(app, each);
    const charges = await app.db
      .select()
      .from(ledgerTransactions)
      .where(
        sql`${ledgerTransactions.subscriptionId} = ${subscription.id} and ${ledgerTransactions.kind} = 'charge'`,
      );
    expect(charges).toHaveLength(3);
    const repeated = charges.find(
      ({ providerReference }) =>
        providerReference === (order === 'before' ? second : renewed(event)).paymentId,
    )!;
    const owed = await app.db.select().from(refunds).where(eq(refunds.id, repeated.id));
    expect(owed).toMatchObject([{ chargeId: repeated.id, amountCents: PRICE }]);
    expect(await subscriptionOf(app, fan)).toMatchObject({
      status: 'active',
      cancelAt: null,
      currentPeriodEnd: renewed(event).periodEnd,
    });
    const { rows } = await app.db.execute<{ jobs: number }>(
      sql`select count(*)::int as jobs from jobs.job where data->>'subscriptionId' = ${subscription.id} and name = ${PROVIDER_CHANGES_QUEUE.name}`,
    );
    expect(rows).toEqual([{ jobs: 0 }]);
    // The provider reports the refund.
    await deliver(app, refunded({ ...event, paymentId: repeated.providerReference! }, PRICE, 9));
    expect(await earnedBy(influencer)).toBe(2 * SHARE);
    const rule = 'each period of a subscription is paid for once, at its price';
    const found = await checkLedger(app.db, ALL_LEDGER_RULES);
    expect(found.filter((each) => each.rule === rule)).toEqual([]);
  },
);

test('a payment that was refunded twice costs the platform the second time', async () => {
  const { event, influencer } = await makeSubscription(app, paidAt());
  await deliver(app, refunded(event, PRICE, 1));
  await deliver(app, disputed(event));
  expect(await earnedBy(influencer)).toBe(0);
  const [row] = await app.db
    .select({ cents: sql<number>`sum(${ledgerEntries.amountCents})::int` })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(
      sql`${ledgerAccounts.kind} = 'write_offs' and ${ledgerTransactions.shareAccountId} = ${await accountOf(influencer)}`,
    );
  expect(row).toEqual({ cents: PRICE });
});
