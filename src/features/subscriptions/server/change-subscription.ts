import { eq, sql } from 'drizzle-orm';
import { statusAfter } from '../subscriptions.rules.ts';
import { endSubscription } from './end-subscriptions.ts';
import { isOutdated } from './outdated-news.ts';
import {
  bookPayment,
  lockSubscription,
  type EventOf,
  type Situation,
  type Subscription,
  type Terms,
} from './payment-situation.ts';
import { resumeRenewals } from './resume-renewals.ts';
import { mailFan } from './subscription-mails.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type SubscriptionEvent = EventOf<
  'renewal.paid' | 'renewal.failed' | 'renewals.stopped' | 'renewals.resumed' | 'subscription.ended'
>;

/** What an event of a provider does to a subscription. @returns false when that is not known (yet) */
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
  tx
    .update(userSubscriptions)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(userSubscriptions.id, id));

async function renew(
  situation: Situation,
  subscription: Subscription & Terms,
  event: EventOf<'renewal.paid'>,
): Promise<void> {
  await bookPayment(situation, subscription, event);
  const status = statusAfter(subscription.status, 'paid');
  // What is over stays over.
  if (!status) return;
  // Events may come in any order: an older period never overwrites a newer one.
  if (event.periodEnd <= subscription.currentPeriodEnd) return;
  const hasGap = event.periodStart > subscription.currentPeriodEnd;
  await update(situation, subscription, {
    status,
    currentPeriodStart: event.periodStart,
    currentPeriodEnd: event.periodEnd,
    // Cancelled while the renewal was under way: what was paid for may be watched.
    cancelAt: subscription.cancelAt && event.periodEnd,
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
  // Of a period that was paid for meanwhile it says nothing.
  if (!status || subscription.currentPeriodEnd > event.periodStart) return;
  await update(situation, subscription, {
    status,
    pastDueSince: subscription.pastDueSince ?? event.occurredAt,
    failedAttempts: subscription.failedAttempts + 1,
    nextAttemptAt: event.nextAttemptAt,
  });
  const { nextAttemptAt } = event;
  // Of the last failure it is told together with the end.
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
  { id, cancelAt }: Subscription,
  { reason, occurredAt }: EventOf<'subscription.ended'>,
): Promise<void> {
  const why = cancelAt && reason === 'provider' ? 'fan' : reason;
  const hasEnded = await endSubscription(situation.tx, id, occurredAt, why);
  if (hasEnded) await mailFan(situation, id, { kind: 'ended', reason: why });
}
