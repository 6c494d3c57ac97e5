import { useQuery } from '@tanstack/react-query';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import type { PayoutTransition } from '../payout-changes.schema.ts';
import styles from './payout-history.module.css';
import { STATUS_LABELS } from './payout-status.tsx';
import { payoutTransitionsQuery } from './payouts-queries.ts';

/** Who changed the status of a payout, when and why; not printed. */
export function PayoutHistory({ payoutId }: { payoutId: string }) {
  const { data, error, refetch } = useQuery(payoutTransitionsQuery(payoutId));
  if (error && !data)
    return <InlineError text="Failed to fetch the history" onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <div className={`screen-only ${styles.history}`}>
      <Panel title="History">
        <ol className={styles.list}>
          {data.map((transition) => (
            <Transition key={transition.id} {...transition} />
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function Transition(transition: PayoutTransition) {
  const { toStatus, at, by, reason, reference, valueDate, feeCents } = transition;
  const details = [
    valueDate && `Value date ${formatUtcDate(valueDate)}`,
    reference && `Reference ${reference}`,
    feeCents > 0 && `Bank fee ${formatCents(feeCents)}`,
  ].filter(Boolean);
  return (
    <li>
      <strong>{STATUS_LABELS[toStatus]}</strong> by <bdi>{by ?? 'Unknown'}</bdi>,{' '}
      <time dateTime={at} title={formatTime(at)}>
        {formatDate(at)}
      </time>
      {reason && <p dir="auto">{reason}</p>}
      {details.length > 0 && <p>{details.join(' · ')}</p>}
    </li>
  );
}
