import { inArray } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { blockOwnerOfCard } from '#src/features/money/disputes/server/card-blocks.ts';
import { wasBlocked } from '#src/features/money/disputes/server/purchase-blocks.ts';
import {
  findCheckout,
  lockCheckout,
  markCheckoutCompleted,
} from '#src/features/money/payments/server/checkouts.ts';
import type { ApplyPaymentEvent } from '#src/features/money/payments/server/payment-events.ts';
import { endLapsedSubscriptions } from '#src/features/money/subscriptions/server/end-subscriptions.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { EndReason } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { applyFailedRefund } from './apply-failed-refund.ts';
import { applyDisputeReport, applyDisputeWon, applyReversal } from './apply-reversal.ts';
import { changeSubscription } from './change-subscription.ts';
import {
  findTerms,
  lockSubscription,
  recordPayment,
  type EventOf,
  type PaymentDependencies,
  type PaymentContext,
} from './payment-context.ts';

/**
 * Applies a payment event to subscriptions and ledger; nothing else activates a subscription or
 * records a payment. Returns false while the event's subject is unknown.
 */
export function applyPaymentEvent(dependencies: PaymentDependencies): ApplyPaymentEvent {
  return (tx, provider, event) => {
    const context = { ...dependencies, tx, provider };
    switch (event.type) {
      case 'checkout.completed':
        return activate(context, event);
      case 'payment.refunded':
      case 'dispute.opened':
        return applyReversal(context, event);
      case 'refund.failed':
        return applyFailedRefund(context, event);
      case 'dispute.won':
        return applyDisputeWon(context, event);
      case 'dispute.reported':
        return applyDisputeReport(context, event);
      case 'renewal.paid':
      case 'renewal.failed':
      case 'renewal.action-required':
      case 'renewals.stopped':
      case 'renewals.resumed':
      case 'subscription.ended':
        return changeSubscription(context, event);
    }
  };
}

async function activate(
  context: PaymentContext,
  event: EventOf<'checkout.completed'>,
): Promise<boolean> {
  const { tx, provider } = context;
  const refusal = await findRefusal(context, event);
  // Locked after the users, in the same order as suspension and deletion.
  const checkout = await lockCheckout(tx, provider, event.checkoutId);
  if (!checkout) return false;
  // A cancelled subscription whose period is over must not block a new one.
  await endLapsedSubscriptions(tx, event.periodStart, checkout.subscriberId);
  const { subscriberId, influencerId, subscriptionPlanId, priceCents } = checkout;
  const row = {
    subscriberId,
    influencerId,
    subscriptionPlanId,
    priceCents,
    currentPeriodStart: event.periodStart,
    currentPeriodEnd: event.periodEnd,
    billingAnchor: event.periodStart,
    provider,
    providerSubscriptionId: event.providerSubscriptionId,
    providerCustomerId: event.providerCustomerId ?? null,
  };
  const insert = (values: typeof userSubscriptions.$inferInsert) =>
    tx.insert(userSubscriptions).values(values).onConflictDoNothing().returning();
  const endedRow = (endReason: EndReason) =>
    ({ ...row, status: 'cancelled', endReason, endedAt: event.occurredAt }) as const;
  let [subscription] = await insert(refusal ? endedRow(refusal) : row);
  await markCheckoutCompleted(tx, checkout.id);
  if (!subscription) {
    // Another event has reported the same subscription already.
    if (await lockSubscription(context, event)) return true;
    // A second payment for the same influencer: recorded and refunded, never renewed.
    [subscription] = await insert(endedRow('duplicate'));
  }
  const terms = await findTerms(tx, subscriptionPlanId, event.occurredAt);
  await recordPayment(context, { ...subscription!, ...terms }, event);
  return true;
}

/**
 * Why the order of a checkout cannot be fulfilled any more; null if it can. Locks fan and
 * influencer, so that neither is suspended or deleted before the subscription exists.
 */
async function findRefusal(
  { tx, provider }: PaymentContext,
  { checkoutId, occurredAt, cardHashes }: EventOf<'checkout.completed'>,
): Promise<'deletion' | 'suspension' | 'dispute' | null> {
  const checkout = await findCheckout(tx, provider, checkoutId);
  if (!checkout) return null;
  const found = await tx
    .select({ isSuspended: isSuspendedNow })
    .from(users)
    .where(inArray(users.id, [checkout.subscriberId, checkout.influencerId]))
    .orderBy(users.id)
    .for('share');
  if (found.length < 2) return 'deletion';
  if (found.some(({ isSuspended }) => isSuspended)) return 'suspension';
  await blockOwnerOfCard(tx, checkout.subscriberId, cardHashes);
  return (await wasBlocked(tx, checkout.subscriberId, occurredAt)) ? 'dispute' : null;
}
