import { formatDate } from '#src/lib/dates.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';
import styles from './subscription-status.module.css';

const LABELS = {
  active: 'Active',
  paused: 'Paused',
  past_due: 'Payment issue',
  cancelled: 'Ended',
} as const;

type Subscription = Pick<OwnSubscription, 'status' | 'cancelAt'>;

/** A subscription's state in words; a cancelled one that still runs says until when. */
export function SubscriptionStatus({
  subscription: { status, cancelAt },
}: {
  subscription: Subscription;
}) {
  const ending = status !== 'cancelled' && cancelAt !== null;
  return (
    <span className={styles.status} data-tone={ending ? 'ending' : status}>
      {ending ? `Cancels on ${formatDate(cancelAt)}` : LABELS[status]}
    </span>
  );
}
