import { and, eq, gt, sql } from 'drizzle-orm';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { refundableAmount } from '#src/features/money/refunds/server/refundable-amount.ts';
import { endSubscription } from '#src/features/money/subscriptions/server/end-subscriptions.ts';
import { resumeRenewals } from '#src/features/money/subscriptions/server/resume-renewals.ts';
import { mailFan } from '#src/features/money/subscriptions/server/subscription-mails.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { statusAfter } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import { prepareNamed } from '#src/platform/database/statement.ts';
import { ageOf } from './outdated-event.ts';
import {
  lockSubscription,
  recordPayment,
  type EventOf,
  type PaymentContext,
  type StoredSubscription,
  type PaymentTerms,
} from './payment-context.ts';

type SubscriptionEvent = EventOf<
  | 'renewal.paid'
  | 'renewal.failed'
  | 'renewal.action-required'
  | 'renewals.stopped'
  | 'renewals.resumed'
  | 'subscription.ended'
>;

/**
 * Applies a provider's event to a subscription.
 * @returns false while the subscription is unknown, or the event has to wait
 */
export async function changeSubscription(
  context: PaymentContext,
  event: SubscriptionEvent,
): Promise<boolean> {
  const subscription = await lockSubscription(context, event);
  if (!subscription) return false;
  switch (event.type) {
    case 'renewal.paid':
      await renew(context, subscription, event);
      break;
    case 'renewal.failed':
      await markPastDue(context, subscription, event);
      break;
    case 'renewal.action-required':
      await requireAuthentication(context, subscription, event);
      break;
    case 'renewals.stopped':
    case 'renewals.resumed':
      return switchRenewals(context, subscription, event);
    case 'subscription.ended':
      await end(context, subscription, event);
      break;
  }
  return true;
}

/** @returns false while a change of ours is open that the report contradicts */
async function switchRenewals(
  context: PaymentContext,
  subscription: StoredSubscription,
  event: EventOf<'renewals.stopped' | 'renewals.resumed'>,
): Promise<boolean> {
  const age = await ageOf(context, subscription, event);
  if (age !== 'current') return age === 'outdated';
  if (event.type === 'renewals.stopped') await stopRenewals(context, subscription, event);
  else await resumeRenewals(context, subscription);
  return true;
}

const update = (
  { tx }: PaymentContext,
  { id }: StoredSubscription,
  values: Partial<StoredSubscription>,
) => tx.update(userSubscriptions).set(values).where(eq(userSubscriptions.id, id));

async function renew(
  context: PaymentContext,
  subscription: StoredSubscription & PaymentTerms,
  event: EventOf<'renewal.paid'>,
): Promise<void> {
  const outcome = await recordPayment(context, subscription, event);
  if (outcome === 'refunded' || outcome === 'repeated') return;
  // An ended subscription is reopened only for time that was paid for before the end.
  const status =
    outcome === 'honoured' && subscription.status === 'cancelled'
      ? 'active'
      : statusAfter(subscription.status, 'paid');
  if (!status) return;
  // Events may arrive in any order: an older period never overwrites a newer one.
  if (event.periodEnd <= subscription.currentPeriodEnd) return;
  const hasGap = event.periodStart > subscription.currentPeriodEnd;
  await saveRenewal(context.tx, {
    id: subscription.id,
    status,
    periodStart: event.periodStart,
    periodEnd: event.periodEnd,
    // Cancelled while the renewal was in progress: the paid period can be viewed.
    cancelAt: outcome === 'honoured' ? event.periodEnd : subscription.cancelAt,
    billingAnchor: hasGap ? event.periodStart : subscription.billingAnchor,
  });
}

// Almost every event is a renewal.
const saveRenewal = prepareNamed(
  'subscription_renewal',
  {},
  () => sql`
    update ${userSubscriptions}
    set status = ${sql.placeholder('status')}, cancel_at = ${sql.placeholder('cancelAt')},
      current_period_start = ${sql.placeholder('periodStart')},
      current_period_end = ${sql.placeholder('periodEnd')},
      billing_anchor = ${sql.placeholder('billingAnchor')},
      ended_at = null, end_reason = null, past_due_since = null, failed_attempts = 0,
      next_attempt_at = null, authentication_url = null, updated_at = now()
    where ${userSubscriptions.id} = ${sql.placeholder('id')}`,
);

async function markPastDue(
  context: PaymentContext,
  subscription: StoredSubscription,
  event: EventOf<'renewal.failed'>,
): Promise<void> {
  const status = statusAfter(subscription.status, 'payment-failed');
  // Ignores periods that were paid in the meantime.
  if (!status || subscription.currentPeriodEnd > event.periodStart) return;
  await update(context, subscription, {
    status,
    pastDueSince: subscription.pastDueSince ?? event.occurredAt,
    failedAttempts: subscription.failedAttempts + 1,
    nextAttemptAt: event.nextAttemptAt,
  });
  const { nextAttemptAt } = event;
  // The mail about the end covers the last failure, and the mail with the link this one.
  if (nextAttemptAt && !subscription.authenticationUrl) {
    await mailFan(context, subscription.id, { kind: 'payment-failed', nextAttemptAt });
  }
}

/** The payment is due until the fan authenticates it; each attempt sends the link again. */
async function requireAuthentication(
  context: PaymentContext,
  subscription: StoredSubscription,
  { periodStart, occurredAt, url }: EventOf<'renewal.action-required'>,
): Promise<void> {
  const status = statusAfter(subscription.status, 'payment-failed');
  if (!status || subscription.currentPeriodEnd > periodStart) return;
  await update(context, subscription, {
    status,
    pastDueSince: subscription.pastDueSince ?? occurredAt,
    authenticationUrl: url,
  });
  await mailFan(context, subscription.id, { kind: 'authentication', url });
}

async function stopRenewals(
  context: PaymentContext,
  subscription: StoredSubscription,
  event: EventOf<'renewals.stopped'>,
): Promise<void> {
  if (subscription.status === 'cancelled' || subscription.cancelAt) return;
  const endsAt = event.endsAt ?? subscription.currentPeriodEnd;
  await update(context, subscription, { cancelAt: endsAt });
  await mailFan(context, subscription.id, { kind: 'cancelled', endsAt });
}

async function end(
  context: PaymentContext,
  subscription: StoredSubscription,
  { reason, occurredAt }: EventOf<'subscription.ended'>,
): Promise<void> {
  const { id, cancelAt, cancelReason, currentPeriodEnd } = subscription;
  const finalReason = cancelAt && reason === 'provider' ? (cancelReason ?? 'fan') : reason;
  // The provider will not renew; the fan can view until the end of the paid period.
  const isFanCancellation =
    cancelAt !== null && finalReason === 'fan' && occurredAt < currentPeriodEnd;
  if (isFanCancellation && (await isPaidFor(context, subscription))) return;
  const hasEnded = await endSubscription(context.tx, id, occurredAt, finalReason);
  if (hasEnded) await mailFan(context, id, { kind: 'ended', reason: finalReason });
}

/** Whether the payment for the current period was not fully reversed. */
async function isPaidFor({ tx }: PaymentContext, { id, currentPeriodEnd }: StoredSubscription) {
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
