import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { formatUtcDay } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { monthLabel } from '#src/lib/locale/months.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import type { OwnPayout, OwnPayoutPage } from '../own-payouts.schema.ts';
import { paydayOf } from '../payouts.rules.ts';
import { OwnPayoutState } from './my-payouts-state.tsx';
import styles from './my-payouts-table.module.css';
import { PAYOUT_SUMS } from './payout-columns.tsx';
import { StatementPdfLink } from './statement/statement-documents.tsx';

type PayoutsTableProps = Pick<OwnPayoutPage, 'rows' | 'terms'>;

const columnsOf = ({ rows, terms }: PayoutsTableProps): TableColumn<OwnPayout>[] => [
  { label: 'Period', cell: ({ periodStart }) => monthLabel(periodStart) },
  // Most influencers have none, and the row is wide.
  ...PAYOUT_SUMS.filter(
    ({ id }) => id !== 'adjustments' || rows.some(({ adjustmentCents }) => adjustmentCents !== 0),
  ),
  {
    label: 'Status',
    onCard: 'corner',
    cell: (payout) => <OwnPayoutState {...payout} />,
  },
  {
    label: 'Paid at',
    cell: ({ paidAt, periodEnd, status }) =>
      paidAt ? (
        <time dateTime={paidAt}>{formatDate(paidAt)}</time>
      ) : status === 'voided' ? (
        '–'
      ) : (
        <Payday day={paydayOf({ periodEnd }, terms.days)} />
      ),
  },
  {
    label: 'Statement',
    isLabelHidden: true,
    onCard: 'line',
    cell: (payout) => (
      <span className={styles.links}>
        <Link
          to="/statements/$payoutId"
          params={{ payoutId: payout.id }}
          className={`touch-target ${styles.statement}`}
        >
          <FileText size={15} aria-hidden="true" />
          Statement
          <span className="visually-hidden"> of {monthLabel(payout.periodStart)}</span>
        </Link>
        <StatementPdfLink {...payout} isIcon />
      </span>
    ),
  },
];

/** The day by which a pending payout is expected. */
function Payday({ day }: { day: string }) {
  const today = formatUtcDay(new Date(useNow()));
  return (
    <span className={styles.payday}>
      {day < today ? 'Was expected by' : 'Expected by'}{' '}
      <time dateTime={day}>{formatUtcDate(day)}</time>
    </span>
  );
}

/** A page of an influencer's own payouts. */
export function MyPayoutsTable(props: PayoutsTableProps) {
  return <CardTable label="Payouts" columns={columnsOf(props)} rows={props.rows} />;
}
