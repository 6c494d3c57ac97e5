import { formatCents } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import { InfoTooltip } from '#src/ui/page/info-tooltip.tsx';
import type { PayoutTotals } from '../payouts.schema.ts';
import styles from './my-payouts-page.module.css';

const TOTALS = [
  ['thisMonth', 'Paid this month', 'since the first of this month (UTC)'],
  ['thisYear', 'Paid this year', 'since January 1 (UTC)'],
  ['allTime', 'Paid in total', 'since you started'],
] as const;

/** The totals of paid payouts; pending ones do not count. */
export function MyPayoutsTotals({ totals }: { totals: PayoutTotals }) {
  return (
    <dl className={styles.totals} aria-label="Paid out">
      {TOTALS.map(([part, label, since]) => (
        <div key={part}>
          <dt>
            {label}
            <InfoTooltip
              label={label}
              meaning={`The net of ${pluralize(totals[part].count, 'payout', 'payouts')} marked as paid ${since}. Pending payouts don’t count.`}
            />
          </dt>
          <dd>{formatCents(totals[part].cents)}</dd>
        </div>
      ))}
    </dl>
  );
}
