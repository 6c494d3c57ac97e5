import { randomUUID } from 'node:crypto';
import type { Seed } from '#src/demo/seed-context.ts';
import { totalOf } from '#src/features/money/ledger/ledger.rules.ts';
import { checkouts, paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import { RETRY_DAYS } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import { DAY_MS, nextBillingDay } from '#src/lib/dates.ts';
import type { DemoTransaction } from './ledger-transactions.ts';
import type { DemoSubscription } from './seed-subscriptions.ts';

const RECENT_DAYS = 14;
const HANDLED_IN_MS = 40;
/** The time from opening a checkout to the payment, and from the payment to the expiry. */
const CHECKOUT_MS = 30 * 60_000;

/** The event of a charge. @param checkoutId for the first charge of a subscription */
function paidEvent(
  { subscription, paymentId, row, split }: DemoTransaction,
  checkoutId: string | undefined,
): PaymentEvent {
  const paid = {
    occurredAt: row.occurredAt,
    periodStart: row.periodStart!,
    periodEnd: row.periodEnd!,
    amountCents: totalOf(split),
    providerSubscriptionId: subscription.providerSubscriptionId,
    paymentId,
  };
  if (!checkoutId) {
    return { type: 'renewal.paid', id: paymentId.replace('_payment_', '_renewal_'), ...paid };
  }
  return { type: 'checkout.completed', id: `sandbox_paid_${checkoutId}`, checkoutId, ...paid };
}

/** The event of a reversal. */
function reversalEvent({ paymentId, row, split }: DemoTransaction): PaymentEvent {
  const { kind, occurredAt, providerReference } = row;
  const reference = providerReference!;
  const about = { occurredAt, paymentId, amountCents: -totalOf(split) };
  if (kind === 'refund') {
    return { type: 'payment.refunded', id: reference, refundId: reference, ...about };
  }
  const id = `${kind}_${reference}`;
  if (kind === 'dispute') return { type: 'dispute.opened', id, disputeId: reference, ...about };
  return { type: 'dispute.won', id, disputeId: reference, occurredAt, paymentId };
}

/** The events of failed renewal attempts. */
function failuresOf(subscription: DemoSubscription): PaymentEvent[] {
  const { pastDueSince, currentPeriodEnd, billingAnchor, failedAttempts = 0 } = subscription;
  if (!pastDueSince) return [];
  const { providerSubscriptionId, priceCents } = subscription;
  const due = currentPeriodEnd.toISOString();
  const inDays = (days: number) => new Date(pastDueSince.getTime() + days * DAY_MS);
  return Array.from({ length: failedAttempts }, (_, tried) => ({
    type: 'renewal.failed',
    id: `sandbox_renewal_${providerSubscriptionId}_${due}_${tried}`,
    occurredAt: inDays(tried === 0 ? 0 : RETRY_DAYS[tried - 1]!),
    nextAttemptAt: inDays(RETRY_DAYS[tried]!),
    providerSubscriptionId,
    periodStart: currentPeriodEnd,
    periodEnd: nextBillingDay(billingAnchor, currentPeriodEnd),
    amountCents: priceCents,
  }));
}

type Stored = typeof paymentEvents.$inferInsert;

const stored = (event: PaymentEvent): Stored => ({
  provider: 'sandbox',
  providerEventId: event.id,
  type: event.type,
  content: JSON.stringify(event),
  subscriptionReference: 'providerSubscriptionId' in event ? event.providerSubscriptionId : null,
  paymentReference: 'paymentId' in event ? event.paymentId : null,
  receivedAt: event.occurredAt,
  handledAt: new Date(event.occurredAt.getTime() + HANDLED_IN_MS),
  attempts: 1,
});

/** A refund of an unknown payment, which stays unhandled. */
function unknownRefund({ daysAgo }: Seed): Extract<PaymentEvent, { type: 'payment.refunded' }> {
  const refundId = `sandbox_refund_${randomUUID()}`;
  const payment = { paymentId: `sandbox_payment_${randomUUID()}`, amountCents: 1_800 };
  const occurredAt = daysAgo(0.1);
  return { type: 'payment.refunded', id: refundId, refundId, occurredAt, ...payment };
}

/** Inserts recent payment events and an unhandled one. @returns the unhandled refund */
export async function seedPaymentEvents(
  seed: Seed,
  transactions: DemoTransaction[],
  subscriptions: DemoSubscription[],
): Promise<Extract<PaymentEvent, { type: 'payment.refunded' }>> {
  const { db, daysAgo } = seed;
  const since = daysAgo(RECENT_DAYS);
  const bought: (typeof checkouts.$inferInsert)[] = [];
  const unknown = unknownRefund(seed);
  const events: Stored[] = [{ ...stored(unknown), handledAt: null, attempts: 3 }];
  for (const transaction of transactions.filter(({ row }) => row.occurredAt > since)) {
    const { subscription, row } = transaction;
    const isFirst = row.periodStart === subscription.charges[0]!.start;
    const checkoutId = isFirst ? randomUUID() : undefined;
    if (checkoutId) bought.push(checkoutOf(subscription, checkoutId));
    const isCharge = row.kind === 'charge';
    events.push(stored(isCharge ? paidEvent(transaction, checkoutId) : reversalEvent(transaction)));
  }
  events.push(...subscriptions.flatMap(failuresOf).map(stored));
  await db.insert(checkouts).values(bought);
  await db.insert(paymentEvents).values(events);
  return unknown;
}

function checkoutOf(subscription: DemoSubscription, id: string): typeof checkouts.$inferInsert {
  const { provider, subscriberId, influencerId, subscriptionPlanId, priceCents } = subscription;
  const at = subscription.billingAnchor;
  return {
    id,
    provider,
    subscriberId,
    influencerId,
    subscriptionPlanId,
    priceCents,
    status: 'completed',
    createdAt: new Date(at.getTime() - CHECKOUT_MS),
    expiresAt: new Date(at.getTime() + CHECKOUT_MS),
  };
}
