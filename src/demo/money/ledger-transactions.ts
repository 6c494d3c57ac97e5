import { randomUUID } from 'node:crypto';
import {
  splitCharge,
  splitReversal,
  totalOf,
  type Reversed,
  type Split,
} from '#src/features/money/ledger/ledger.rules.ts';
import type { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import type { DemoCharge, DemoSubscription } from './seed-subscriptions.ts';

type TransactionRow = Required<Pick<typeof ledgerTransactions.$inferInsert, 'id'>> &
  typeof ledgerTransactions.$inferInsert;
/** A ledger transaction and its split between the parties; negative for reversals. */
export type DemoTransaction = {
  subscription: DemoSubscription;
  /** The provider's id of the payment. */
  paymentId: string;
  row: TransactionRow;
  split: Split;
};

const ZERO: Reversed = {
  merchantFeeCents: 0,
  platformCents: 0,
  influencerCents: 0,
  excessCents: 0,
};
/** One of this many charges is partly refunded. */
const PARTIAL_REFUND_INTERVAL = 80;
const DAYS_UNTIL_REFUND = 3;
const DAYS_UNTIL_WON = 18;

const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

const negative = ({ merchantFeeCents, platformCents, influencerCents }: Split): Split => ({
  merchantFeeCents: -merchantFeeCents,
  platformCents: -platformCents,
  influencerCents: -influencerCents,
});

/** The share account of an influencer and the commission of their plan at a time. */
export type Terms = { shareAccountId: number; commissionAt: (paidAt: Date) => number };

function createCharge(
  subscription: DemoSubscription,
  charge: DemoCharge,
  terms: Terms,
): DemoTransaction {
  const { paymentId } = charge;
  const commissionPercent = terms.commissionAt(charge.paidAt);
  return {
    subscription,
    paymentId,
    row: {
      id: randomUUID(),
      kind: 'charge',
      occurredAt: charge.paidAt,
      shareAccountId: terms.shareAccountId,
      provider: subscription.provider,
      providerReference: paymentId,
      subscriptionId: subscription.id,
      subscriberId: subscription.subscriberId,
      periodStart: charge.start,
      periodEnd: charge.end,
      commissionPercent,
    },
    split: splitCharge(subscription.priceCents, commissionPercent),
  };
}

/** Creates the reversal of a charge, or of a dispute that was won. */
function createReversal(
  { subscription, paymentId, row }: DemoTransaction,
  kind: 'refund' | 'dispute' | 'dispute_won',
  occurredAt: Date,
  split: Split,
): DemoTransaction {
  const { shareAccountId, provider, subscriptionId, subscriberId } = row;
  // A won dispute has the same reference as the dispute.
  const providerReference =
    kind === 'dispute_won' ? row.providerReference : `sandbox_${kind}_${randomUUID()}`;
  return {
    subscription,
    paymentId,
    split,
    row: {
      id: randomUUID(),
      kind,
      occurredAt,
      reverses: row.id,
      shareAccountId,
      provider,
      providerReference,
      subscriptionId,
      subscriberId,
    },
  };
}

/** Creates the reversals that ended a subscription. */
function createEndReversals(
  subscription: DemoSubscription,
  last: DemoTransaction,
  isWon: boolean,
): DemoTransaction[] {
  const { endReason, endedAt } = subscription;
  if (endReason !== 'refund' && endReason !== 'dispute') return [];
  const reversal = createReversal(last, endReason, endedAt!, negative(last.split));
  if (!isWon) return [reversal];
  return [
    reversal,
    createReversal(reversal, 'dispute_won', daysAfter(endedAt!, DAYS_UNTIL_WON), last.split),
  ];
}

function createPartialRefund(charge: DemoTransaction): DemoTransaction {
  const refunded = splitReversal(charge.split, ZERO, Math.round(totalOf(charge.split) * 0.4));
  const at = daysAfter(charge.row.occurredAt, DAYS_UNTIL_REFUND);
  return createReversal(charge, 'refund', at, negative(refunded));
}

/** Creates all charges and reversals of the subscriptions; charges come before their reversals. */
export function createTransactions(
  subscriptions: DemoSubscription[],
  termsOf: (influencerId: string) => Terms,
  now: Date,
): DemoTransaction[] {
  const transactions: DemoTransaction[] = [];
  let [charges, disputes] = [0, 0];
  for (const subscription of subscriptions) {
    const terms = termsOf(subscription.influencerId);
    const paid = subscription.charges.map((charge) => createCharge(subscription, charge, terms));
    const isWon = subscription.endReason === 'dispute' && disputes++ % 2 === 1;
    const ends = createEndReversals(subscription, paid.at(-1)!, isWon);
    transactions.push(...paid, ...ends);
    for (const charge of ends.length > 0 ? [] : paid) {
      const isOld = daysAfter(charge.row.occurredAt, DAYS_UNTIL_REFUND) < now;
      if (++charges % PARTIAL_REFUND_INTERVAL === 0 && isOld)
        transactions.push(createPartialRefund(charge));
    }
  }
  return transactions;
}
