import type { ReactNode } from 'react';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import type { EndReason, OwnSubscription } from '../subscriptions.schema.ts';
import { canUndoCancellationNow, renewalText } from './renewal-text.ts';
import styles from './subscription-card.module.css';
import { isOverdue } from './subscription-status.tsx';

type SubscriptionProps = { subscription: OwnSubscription };

const END_REASON_LABELS: Record<EndReason, string> = {
  fan: 'You cancelled it',
  staff: 'Our team ended it',
  unpaid: 'The payment failed',
  provider: 'The payment provider ended it',
  refund: 'Our team ended it and refunded you',
  dispute: 'Your bank disputed the payment',
  duplicate: 'You already had one',
  deletion: 'The account was closed',
  suspension: 'Our team ended it',
};

/** Price and dates of a subscription that are relevant in its state. */
export function SubscriptionFacts({ subscription }: SubscriptionProps) {
  const { priceCents, status, cancelAt, endedAt, endReason, currentPeriodEnd } = subscription;
  return (
    <dl className={styles.facts}>
      <Fact label="Price">{formatCents(priceCents)} / month</Fact>
      {status === 'cancelled' ? (
        <>
          <Fact label="Ended on">{formatDate(endedAt ?? currentPeriodEnd)}</Fact>
          {endReason && <Fact label="Why">{END_REASON_LABELS[endReason]}</Fact>}
        </>
      ) : cancelAt ? (
        <Fact label="Access until">{formatDate(cancelAt)}</Fact>
      ) : status === 'active' && !isOverdue(subscription) ? (
        <Fact label="Renews on">{formatDate(currentPeriodEnd)}</Fact>
      ) : (
        status !== 'past_due' && <Fact label="Paid until">{formatDate(currentPeriodEnd)}</Fact>
      )}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Explains a pause, a payment issue or a cancellation; otherwise nothing. */
export function SubscriptionNote({ subscription }: SubscriptionProps) {
  const { status, cancelAt } = subscription;
  const now = useNow();
  return (
    <>
      {status === 'past_due' && (
        <p className={styles.note} data-tone="danger">
          {paymentIssue(subscription, now)}
        </p>
      )}
      {isOverdue(subscription) && (
        <p className={styles.note} data-tone="danger">
          We are waiting for the payment provider to confirm your renewal. The posts are locked
          until then.
        </p>
      )}
      {status === 'paused' && (
        <p className={styles.note}>
          Our team has paused it. The posts are locked
          {cancelAt ? '.' : ', and you won’t be charged while it’s paused.'}
        </p>
      )}
      {canUndoCancellationNow(subscription, now) && (
        <p className={styles.note}>If you keep it, {renewalText(subscription, now)}.</p>
      )}
    </>
  );
}

function paymentIssue(
  { pastDueSince, nextAttemptAt, currentPeriodEnd, authenticationUrl }: OwnSubscription,
  now: number,
): string {
  if (authenticationUrl !== null) {
    return `Your bank wants you to confirm the payment of ${formatDate(pastDueSince ?? currentPeriodEnd)}. The posts are locked until then.`;
  }
  const next =
    nextAttemptAt === null
      ? ''
      : Date.parse(nextAttemptAt) > now
        ? ` Next attempt on ${formatDate(nextAttemptAt)}.`
        : ' The next attempt is due now.';
  return `Payment failed on ${formatDate(pastDueSince ?? currentPeriodEnd)}.${next} The posts are locked until it is paid.`;
}
