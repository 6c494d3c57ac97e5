import { and, eq, gt } from 'drizzle-orm';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { refundableAmount } from '#src/features/money/refunds/server/refundable-amount.ts';
import { endSubscription } from '#src/features/money/subscriptions/server/end-subscriptions.ts';
import { resumeRenewals } from '#src/features/money/subscriptions/server/resume-renewals.ts';
import { mailFan } from '#src/features/money/subscriptions/server/subscription-mails.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { statusAfter } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import { isOutdated } from './outdated-event.ts';
import {
  lockSubscription,
  recordPayment,
  type EventOf,
  type Situation,
  type Subscription,
  type Terms,
} from './payment-context.ts';

type SubscriptionEvent = EventOf<
  'renewal.paid' | 'renewal.failed' | 'renewals.stopped' | 'renewals.resumed' | 'subscription.ended'
>;

/**
 * Applies a provider's event to a subscription.
 * @returns false while the subscription is unknown
 */
export async function changeSubscription(
  situation: Situation,
  event: SubscriptionEvent,
): Promise<boolean> {
  const subscription = await lockSubscription(situation, event.providerSubscriptionId);
  if (!subscription) return false;
  switch (event.type) {
    case 'renewal.paid':
      await renew(situation, subscription, event);
      break;
    case 'renewal.failed':
      await markPastDue(situation, subscription, event);
      break;
    case 'renewals.stopped':
      if (await isOutdated(situation, event)) break;
      await stopRenewals(situation, subscription, event);
      break;
    case 'renewals.resumed':
      if (await isOutdated(situation, event)) break;
      await resumeRenewals(situation, subscription);
      break;
    case 'subscription.ended':
      await end(situation, subscription, event);
      break;
  }
  return true;
}

const update = ({ tx }: Situation, { id }: Subscription, values: Partial<Subscription>) =>
  tx.update(userSubscriptions).set(values).where(eq(userSubscriptions.id, id));

async function renew(
  situation: Situation,
  subscription: Subscription & Terms,
  event: EventOf<'renewal.paid'>,
): Promise<void> {
  const outcome = await recordPayment(situation, subscription, event);
  if (outcome === 'refunded') return;
  // An ended subscription is reopened only for time that was paid for before the end.
  const status =
    outcome === 'honoured' && subscription.status === 'cancelled'
      ? 'active'
      : statusAfter(subscription.status, 'paid');
  if (!status) return;
  // Events may arrive in any order: an older period never overwrites a newer one.
  if (event.periodEnd <= subscription.currentPeriodEnd) return;
  const hasGap = event.periodStart > subscription.currentPeriodEnd;
  await update(situation, subscription, {
    status,
    currentPeriodStart: event.periodStart,
    currentPeriodEnd: event.periodEnd,
    // Cancelled while the renewal was in progress: the paid period can be viewed.
    cancelAt: outcome === 'honoured' ? event.periodEnd : subscription.cancelAt,
    endedAt: null,
    endReason: null,
    billingAnchor: hasGap ? event.periodStart : subscription.billingAnchor,
    pastDueSince: null,
    failedAttempts: 0,
    nextAttemptAt: null,
  })
    .prepare('subscription_renewal')
    .execute();
}

async function markPastDue(
  situation: Situation,
  subscription: Subscription,
  event: EventOf<'renewal.failed'>,
): Promise<void> {
  const status = statusAfter(subscription.status, 'payment-failed');
  // Ignores periods that were paid in the meantime.
  if (!status || subscription.currentPeriodEnd > event.periodStart) return;
  await update(situation, subscription, {
    status,
    pastDueSince: subscription.pastDueSince ?? event.occurredAt,
    failedAttempts: subscription.failedAttempts + 1,
    nextAttemptAt: event.nextAttemptAt,
  });
  const { nextAttemptAt } = event;
  // The mail about the end covers the last failure.
  if (nextAttemptAt) {
    await mailFan(situation, subscription.id, { kind: 'payment-failed', nextAttemptAt });
  }
}

async function stopRenewals(
  situation: Situation,
  subscription: Subscription,
  event: EventOf<'renewals.stopped'>,
): Promise<void> {
  if (subscription.status === 'cancelled' || subscription.cancelAt) return;
  const endsAt = event.endsAt ?? subscription.currentPeriodEnd;
  await update(situation, subscription, { cancelAt: endsAt });
  await mailFan(situation, subscription.id, { kind: 'cancelled', endsAt });
}

async function end(
  situation: Situation,
  subscription: Subscription,
  { reason, occurredAt }: EventOf<'subscription.ended'>,
): Promise<void> {
  const { id, cancelAt, cancelReason, currentPeriodEnd } = subscription;
  const why = cancelAt && reason === 'provider' ? (cancelReason ?? 'fan') : reason;
  // The provider will not renew; the fan can view until the end of the paid period.
  const isFansOwn = cancelAt !== null && why === 'fan' && occurredAt < currentPeriodEnd;
  if (isFansOwn && (await isPaidFor(situation, subscription))) return;
  const hasEnded = await endSubscription(situation.tx, id, occurredAt, why);
  if (hasEnded) await mailFan(situation, id, { kind: 'ended', reason: why });
}

/** Whether the payment for the current period was not fully reversed. */
async function isPaidFor({ tx }: Situation, { id, currentPeriodEnd }: Subscription) {
  const left = await tx
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.subscriptionId, id),
        eq(ledgerTransactions.kind, 'charge'),
        eq(ledgerTransactions.periodEnd, currentPeriodEnd),
        gt(refundableAmount(ledgerTransactions.id), 0),
      ),
    );
  return left.length > 0;
}
