import { monthLabel } from '#src/lib/locale/months.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import type { TableColumn } from '#src/ui/list-view/card-table.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import type { Column } from '#src/ui/list-view/list-view-props.ts';
import type { InfluencerPayout } from '../influencer-payouts.schema.ts';
import type { OwnPayout } from '../own-payouts.schema.ts';
import { periodLabel } from '../payouts.rules.ts';
import type { PayoutQuery } from '../payouts.schema.ts';
import styles from './payout-columns.module.css';
import { PayoutStatusBadge, PayoutStatusCell } from './payout-status.tsx';
import type { payoutsList } from './payouts-queries.ts';
import { StatementPdfLink } from './statement/statement-documents.tsx';

const NONE = '–';

/** A column of a list, and of a table in cards. */
type PayoutColumn<Row> = Column<Row, PayoutQuery['sort']> & TableColumn<Row>;

/** The date that the list is filtered by: of payment, or of creation while pending. */
const PayoutDate = ({ createdAt, paidAt, paidBy }: InfluencerPayout) => (
  <>
    {paidAt ? 'Paid' : 'Created'}{' '}
    <time dateTime={paidAt ?? createdAt} title={formatTime(paidAt ?? createdAt)}>
      {formatDate(paidAt ?? createdAt)}
    </time>
    {paidAt && (
      <span className={styles.by}>
        by <bdi>{paidBy ?? 'Unknown'}</bdi>
      </span>
    )}
  </>
);

/** The amounts of a payout. */
export const PAYOUT_SUMS: PayoutColumn<OwnPayout>[] = [
  {
    id: 'subscriptions',
    label: 'Subscriptions',
    isNumber: true,
    isOptional: true,
    cell: ({ totalSubscriptions }) => formatNumber(totalSubscriptions),
  },
  {
    id: 'gross',
    label: 'Gross',
    isNumber: true,
    cell: ({ grossRevenueCents }) => formatCents(grossRevenueCents),
  },
  {
    id: 'fee',
    label: 'Merchant fee',
    isNumber: true,
    isOptional: true,
    cell: ({ merchantFeeCents }) => formatCents(merchantFeeCents),
  },
  {
    id: 'commission',
    label: 'Commission',
    isNumber: true,
    isOptional: true,
    cell: ({ platformCommissionCents }) => formatCents(platformCommissionCents),
  },
  {
    id: 'adjustments',
    label: 'Adjustments',
    isNumber: true,
    isOptional: true,
    cell: ({ adjustmentCents }) => formatCents(adjustmentCents),
  },
  {
    id: 'net',
    label: 'Net',
    sort: 'net',
    isNumber: true,
    isSum: true,
    isInSummary: true,
    cell: ({ netPayoutCents }) => <strong>{formatCents(netPayoutCents)}</strong>,
  },
];

/** The back office's columns of a payout, without influencer and period. */
export const PAYOUT_FACTS: PayoutColumn<InfluencerPayout>[] = [
  ...PAYOUT_SUMS,
  {
    id: 'status',
    label: 'Status',
    onCard: 'corner',
    isInSummary: true,
    cell: (payout) => <PayoutStatusBadge {...payout} />,
  },
  { id: 'date', label: 'Date', onCard: 'line', cell: (payout) => <PayoutDate {...payout} /> },
  {
    id: 'statement',
    label: 'Statement',
    onCard: 'line',
    cell: (payout) => <StatementPdfLink {...payout} />,
  },
  {
    id: 'notes',
    label: 'Notes',
    isOptional: true,
    onCard: 'line',
    cell: ({ notes }) =>
      notes === null ? (
        NONE
      ) : (
        <span className={styles.notes} dir="auto">
          {notes}
        </span>
      ),
  },
];

export const PAYOUT_COLUMNS: ColumnsOf<typeof payoutsList> = [
  {
    id: 'influencer',
    label: 'Influencer',
    sort: 'name',
    isFixed: true,
    cell: ({ payeeName }) => <bdi>{payeeName}</bdi>,
  },
  { id: 'email', label: 'Email', isOptional: true, cell: ({ payeeEmail }) => payeeEmail },
  {
    id: 'period',
    label: 'Period',
    sort: 'period',
    isInSummary: true,
    cell: ({ periodStart, periodEnd }) => (
      <span title={periodLabel(periodStart, periodEnd)}>{monthLabel(periodStart)}</span>
    ),
  },
  ...PAYOUT_FACTS.map((column): ColumnsOf<typeof payoutsList>[number] =>
    column.id === 'status'
      ? { ...column, cell: (payout) => <PayoutStatusCell {...payout} /> }
      : column,
  ),
];
