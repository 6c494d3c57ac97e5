import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#src/lib/locale/counts.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type {
  SubscriptionFigures,
  SubscriptionFilter,
} from '../back-office-subscriptions.schema.ts';
import styles from './subscribers-figures.module.css';
import { subscriptionFiguresQuery } from './subscribers-queries.ts';

type Count = Exclude<keyof SubscriptionFigures, 'recurringCents' | 'endingCents'>;
type Tile = { of: Count; label: string; note: string; filter?: SubscriptionFilter };

const TILES: Tile[] = [
  { of: 'active', label: 'Active', note: 'has access', filter: 'active' },
  { of: 'cancelling', label: 'Cancelling', note: 'active, will not renew', filter: 'cancelling' },
  { of: 'pastDue', label: 'Issues', note: 'payment failed or overdue', filter: 'past_due' },
  { of: 'paused', label: 'Paused', note: 'suspended by our team', filter: 'paused' },
  { of: 'newThisMonth', label: 'New', note: 'since the 1st (UTC)' },
  { of: 'endedThisMonth', label: 'Cancelled', note: 'since the 1st (UTC)' },
];

type SubscribersFiguresProps = {
  /** Limits the figures to this influencer, if given. */
  influencer: string | undefined;
  status: SubscriptionFilter | undefined;
  onStatus: (status: SubscriptionFilter | undefined) => void;
};

/** The number of subscriptions in each state; the current states filter the list. */
export function SubscribersFigures({ influencer, status, onStatus }: SubscribersFiguresProps) {
  const query = useQuery(subscriptionFiguresQuery(influencer));
  const { data, error, refetch, isFetching } = query;
  if (error && !data) {
    return (
      <div className={styles.failed}>
        <InlineError
          text="Failed to fetch the figures"
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  const value = (name: Count) => (data ? formatCount(data[name]) : <Waiting />);
  return (
    <ul className={styles.figures} aria-label="Figures" aria-busy={!data}>
      <li className={styles.money}>
        <span className={styles.label}>Monthly recurring revenue</span>
        <span className={styles.value}>
          {data ? formatCents(data.recurringCents) : <Waiting />}
        </span>
        <span className={styles.note}>
          from renewing subscriptions, before fees
          {data && data.endingCents > 0 && `; ${formatCents(data.endingCents)} more is set to end`}
        </span>
      </li>
      {TILES.map(({ of, label, note, filter }) => (
        <li key={of} data-issue={(of === 'pastDue' && (data?.pastDue ?? 0) > 0) || undefined}>
          {filter ? (
            <button
              type="button"
              aria-pressed={status === filter}
              onClick={() => onStatus(status === filter ? undefined : filter)}
            >
              <span className={styles.label}>{label}</span>
              <span className={styles.value}>{value(of)}</span>
              <span className={styles.note}>{note}</span>
            </button>
          ) : (
            <>
              <span className={styles.label}>{label}</span>
              <span className={styles.value}>{value(of)}</span>
              <span className={styles.note}>{note}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const Waiting = () => <span className={styles.waiting} />;
