import { formatDate } from '#src/lib/locale/screen-dates.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';
import styles from './subscription-status.module.css';

const LABELS = {
  active: 'Active',
  paused: 'Paused',
  past_due: 'Payment issue',
  cancelled: 'Ended',
} as const;

type Subscription = Pick<OwnSubscription, 'status' | 'cancelAt' | 'grantsViewing'>;

/** Whether the paid period is over, and the provider has not reported the renewal. */
export function isOverdue({ status, cancelAt, grantsViewing }: Subscription): boolean {
  return status === 'active' && cancelAt === null && !grantsViewing;
}

/** The label of a subscription's state; for a cancelled one that still runs, until when. */
export function SubscriptionStatus({ subscription }: { subscription: Subscription }) {
  const { status, cancelAt } = subscription;
  if (isOverdue(subscription)) {
    return (
      <span className={styles.status} data-tone="past_due">
        Payment overdue
      </span>
    );
  }
  const ending = status !== 'cancelled' && cancelAt !== null;
  return (
    <span className={styles.status} data-tone={ending ? 'ending' : status}>
      {ending ? `Cancels on ${formatDate(cancelAt)}` : LABELS[status]}
    </span>
  );
}
