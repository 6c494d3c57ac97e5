import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { formatDate } from '#src/lib/dates.ts';
import { CardTable, type TableColumn } from '#src/ui/list-view/card-table.tsx';
import type { OwnPayout } from '../own-payouts.schema.ts';
import { monthLabel } from '../payouts.rules.ts';
import { OwnPayoutState } from './my-payouts-state.tsx';
import styles from './my-payouts-table.module.css';
import { PAYOUT_SUMS } from './payout-columns.tsx';

const COLUMNS: TableColumn<OwnPayout>[] = [
  { label: 'Period', cell: ({ periodStart }) => monthLabel(periodStart) },
  ...PAYOUT_SUMS,
  {
    label: 'Status',
    onCard: 'corner',
    cell: ({ status }) => <OwnPayoutState status={status} />,
  },
  {
    label: 'Paid at',
    cell: ({ paidAt }) => (paidAt ? <time dateTime={paidAt}>{formatDate(paidAt)}</time> : '–'),
  },
  {
    label: 'Statement',
    isLabelHidden: true,
    onCard: 'line',
    cell: ({ id, periodStart }) => (
      <Link
        to="/statements/$payoutId"
        params={{ payoutId: id }}
        className={`touch-target ${styles.statement}`}
      >
        <FileText size={15} aria-hidden="true" />
        Statement
        <span className="visually-hidden"> of {monthLabel(periodStart)}</span>
      </Link>
    ),
  },
];

/** A page of an influencer's own payouts. */
export function MyPayoutsTable({ rows }: { rows: OwnPayout[] }) {
  return <CardTable label="Payouts" columns={COLUMNS} rows={rows} />;
}
