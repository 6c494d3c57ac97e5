import { useQuery } from '@tanstack/react-query';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { PayoutTotals as Totals } from '../payouts.schema.ts';
import styles from './payout-totals.module.css';
import { payoutTotalsQuery } from './payouts-queries.ts';

const TOTALS: readonly [part: keyof Totals, label: string, title: string][] = [
  ['thisMonth', 'Paid this month', 'Marked as paid this month (UTC)'],
  ['thisYear', 'Paid this year', 'Marked as paid this year (UTC)'],
  ['allTime', 'Paid in total', 'All payouts marked as paid'],
  ['pending', 'Pending', 'Created but not paid yet'],
];

const payouts = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'payout' : 'payouts'}`;

/** The totals of paid and pending payouts. */
export function PayoutTotals() {
  const { data, error, refetch, isFetching } = useQuery(payoutTotalsQuery);
  if (error && !data) {
    return (
      <div className={styles.failed}>
        <InlineError
          text="Failed to fetch the totals"
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  return (
    <dl className={styles.totals} aria-label="Totals" aria-busy={!data}>
      {TOTALS.map(([part, label, title]) => (
        <div key={part} title={title} data-part={part}>
          <dt>{label}</dt>
          <dd>
            {data ? formatCents(data[part].cents) : <span className={styles.waiting} />}
            <small>{data ? payouts(data[part].count) : '\u00A0'}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
