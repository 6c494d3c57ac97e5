import { randomUUID } from 'node:crypto';
import {
  splitCharge,
  splitReversal,
  totalOf,
  type Split,
} from '#src/features/money/ledger/ledger.rules.ts';
import type { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { DemoCharge, DemoSubscription } from './seed-subscriptions.ts';

type Transaction = Required<Pick<typeof ledgerTransactions.$inferInsert, 'id'>> &
  typeof ledgerTransactions.$inferInsert;
/** What happened and what it gave each party; less than nothing where it was taken back. */
export type Booking = {
  subscription: DemoSubscription;
  /** The payment that it is about. */
  paymentId: string;
  transaction: Transaction;
  split: Split;
};

const DAY_MS = 24 * 60 * 60_000;
const NOTHING: Split = { merchantFeeCents: 0, platformCents: 0, influencerCents: 0 };
/** One charge of so many is given back in part. */
const PARTLY_REFUNDED = 80;
const DAYS_UNTIL_REFUND = 3;
const DAYS_UNTIL_WON = 18;

const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

const negative = ({ merchantFeeCents, platformCents, influencerCents }: Split): Split => ({
  merchantFeeCents: -merchantFeeCents,
  platformCents: -platformCents,
  influencerCents: -influencerCents,
});

/** The account of an influencer's share, and the commission of their plan. */
export type Terms = { shareAccountId: number; commissionPercent: number };

function bookCharge(subscription: DemoSubscription, charge: DemoCharge, terms: Terms): Booking {
  const { paymentId } = charge;
  return {
    subscription,
    paymentId,
    transaction: {
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
      commissionPercent: terms.commissionPercent,
    },
    split: splitCharge(subscription.priceCents, terms.commissionPercent),
  };
}

/** What takes back a charge, or brings back what a dispute took. */
function reverse(
  { subscription, paymentId, transaction }: Booking,
  kind: 'refund' | 'dispute' | 'dispute_won',
  occurredAt: Date,
  split: Split,
): Booking {
  const { shareAccountId, provider, subscriptionId, subscriberId } = transaction;
  // A dispute that is won keeps its name.
  const providerReference =
    kind === 'dispute_won' ? transaction.providerReference : `sandbox_${kind}_${randomUUID()}`;
  return {
    subscription,
    paymentId,
    split,
    transaction: {
      id: randomUUID(),
      kind,
      occurredAt,
      reverses: transaction.id,
      shareAccountId,
      provider,
      providerReference,
      subscriptionId,
      subscriberId,
    },
  };
}

/** What went back of the charges of a subscription that ended because of it. */
function bookEnd(subscription: DemoSubscription, last: Booking, isWon: boolean): Booking[] {
  const { endReason, endedAt } = subscription;
  if (endReason !== 'refund' && endReason !== 'dispute') return [];
  const taken = reverse(last, endReason, endedAt!, negative(last.split));
  if (!isWon) return [taken];
  return [taken, reverse(taken, 'dispute_won', daysAfter(endedAt!, DAYS_UNTIL_WON), last.split)];
}

function bookPartialRefund(charge: Booking): Booking {
  const refunded = splitReversal(charge.split, NOTHING, Math.round(totalOf(charge.split) * 0.4));
  const at = daysAfter(charge.transaction.occurredAt, DAYS_UNTIL_REFUND);
  return reverse(charge, 'refund', at, negative(refunded));
}

/** All that was paid for these subscriptions, and what was given back, the charges before it. */
export function bookAll(
  subscriptions: DemoSubscription[],
  termsOf: (influencerId: string) => Terms,
  now: Date,
): Booking[] {
  const bookings: Booking[] = [];
  let [charges, disputes] = [0, 0];
  for (const subscription of subscriptions) {
    const terms = termsOf(subscription.influencerId);
    const paid = subscription.charges.map((charge) => bookCharge(subscription, charge, terms));
    const isWon = subscription.endReason === 'dispute' && disputes++ % 2 === 1;
    const ends = bookEnd(subscription, paid.at(-1)!, isWon);
    bookings.push(...paid, ...ends);
    for (const charge of ends.length > 0 ? [] : paid) {
      const isOld = daysAfter(charge.transaction.occurredAt, DAYS_UNTIL_REFUND) < now;
      if (++charges % PARTLY_REFUNDED === 0 && isOld) bookings.push(bookPartialRefund(charge));
    }
  }
  return bookings;
}
