import { formatDate, formatTime } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import type { Column } from '#src/ui/list-view.tsx';
import { monthLabel, periodLabel } from '../payouts.rules.ts';
import type { PayoutRow } from '../payouts.schema.ts';
import styles from './payout-columns.module.css';
import { PayoutStatusBadge } from './payout-status.tsx';

const NONE = '–';

const Paid = ({ status, paidAt, paidBy }: PayoutRow) =>
  paidAt === null ? (
    NONE
  ) : (
    <>
      <time dateTime={paidAt} title={formatTime(paidAt)}>
        {formatDate(paidAt)}
      </time>
      <span className={styles.by}>
        by <bdi>{paidBy ?? (status === 'paid' ? 'Unknown' : NONE)}</bdi>
      </span>
    </>
  );

export const PAYOUT_COLUMNS: Column<PayoutRow>[] = [
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
    cell: ({ periodStart, periodEnd }) => (
      <span title={periodLabel(periodStart, periodEnd)}>{monthLabel(periodStart)}</span>
    ),
  },
  {
    id: 'subscriptions',
    label: 'Subscriptions',
    isNumber: true,
    cell: ({ totalSubscriptions }) => totalSubscriptions.toLocaleString('en-US'),
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
    cell: ({ platformCommissionCents }) => formatCents(platformCommissionCents),
  },
  {
    id: 'net',
    label: 'Net',
    sort: 'net',
    isNumber: true,
    cell: ({ netPayoutCents }) => <strong>{formatCents(netPayoutCents)}</strong>,
  },
  { id: 'status', label: 'Status', cell: (payout) => <PayoutStatusBadge {...payout} /> },
  { id: 'paid', label: 'Paid', cell: (payout) => <Paid {...payout} /> },
  {
    id: 'notes',
    label: 'Notes',
    isOptional: true,
    cell: ({ notes }) => (notes === null ? NONE : <span dir="auto">{notes}</span>),
  },
];
