import { lockCheckout, markCheckoutCompleted } from '#src/features/billing/server/checkouts.ts';
import type { ApplyPaymentEvent } from '#src/features/billing/server/payment-events.ts';
import { changeSubscription } from './change-subscription.ts';
import { endLapsedSubscriptions } from './end-subscriptions.ts';
import {
  bookPayment,
  findTerms,
  lockSubscription,
  type EventOf,
  type PaymentDependencies,
  type Situation,
} from './payment-situation.ts';
import { STOP_CHARGING_QUEUE } from './stop-charging.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import { giveBack, takeBack } from './take-back.ts';

/**
 * What a payment event does to subscriptions and to the books; nothing else makes a subscription
 * active or books a payment. Answers false when the event is about something that is not known (yet).
 */
export const applyPaymentEvent =
  (dependencies: PaymentDependencies): ApplyPaymentEvent =>
  (tx, provider, event) => {
    const situation = { ...dependencies, tx, provider };
    switch (event.type) {
      case 'checkout.completed':
        return activate(situation, event);
      case 'payment.refunded':
      case 'dispute.opened':
        return takeBack(situation, event);
      case 'dispute.won':
        return giveBack(situation, event);
      case 'renewal.paid':
      case 'renewal.failed':
      case 'renewals.stopped':
      case 'renewals.resumed':
      case 'subscription.ended':
        return changeSubscription(situation, event);
    }
  };

async function activate(
  situation: Situation,
  event: EventOf<'checkout.completed'>,
): Promise<boolean> {
  const { tx, provider, jobs } = situation;
  const checkout = await lockCheckout(tx, provider, event.checkoutId);
  if (!checkout) return false;
  // A cancelled subscription whose time is over must not stand in the way of a new one.
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
  let [subscription] = await insert(row);
  await markCheckoutCompleted(tx, checkout.id);
  if (!subscription) {
    // The same one, told of in another event.
    if (await lockSubscription(situation, event.providerSubscriptionId)) return true;
    // Paid twice for the same influencer: it is in the books and given back, and must never renew.
    await jobs.enqueue(tx, STOP_CHARGING_QUEUE, event);
    const duplicate = { status: 'cancelled', endReason: 'duplicate' } as const;
    [subscription] = await insert({ ...row, ...duplicate, endedAt: event.occurredAt });
  }
  const terms = await findTerms(tx, subscriptionPlanId);
  await bookPayment(situation, { ...subscription!, ...terms }, event);
  return true;
}
