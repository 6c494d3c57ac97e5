import { FanLink } from '#src/features/identity/accounts/ui/fan-link.tsx';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { PaymentStateBadge } from './payment-state.tsx';
import styles from './payments-columns.module.css';
import type { paymentsList } from './payments-queries.ts';

export const PAYMENTS_COLUMNS: ColumnsOf<typeof paymentsList> = [
  {
    id: 'fan',
    label: 'Fan',
    isFixed: true,
    cell: ({ fan }) => (
      <span className={styles.person}>
        <FanLink fan={fan} />
        {fan.fullName.trim() !== '' && <small>{fan.email}</small>}
      </span>
    ),
  },
  {
    id: 'amount',
    label: 'Amount',
    isNumber: true,
    cell: ({ amountCents }) => formatCents(amountCents),
  },
  { id: 'state', label: 'State', cell: ({ state }) => <PaymentStateBadge state={state} /> },
  {
    id: 'influencer',
    label: 'Influencer',
    cell: ({ influencer }) => <bdi>{influencer.fullName}</bdi>,
  },
  {
    id: 'time',
    label: 'Time',
    sort: '-newest',
    cell: ({ at }) => <time dateTime={at}>{formatTime(at)}</time>,
  },
  {
    id: 'receipt',
    label: 'Receipt',
    cell: ({ id, state }) =>
      state === 'failed' ? NONE : <code className={styles.code}>{formatReceiptNumber(id)}</code>,
  },
  { id: 'provider', label: 'Provider', cell: ({ provider }) => provider },
  {
    id: 'left',
    label: 'After refunds',
    isNumber: true,
    isOptional: true,
    cell: ({ leftCents }) => formatCents(leftCents),
  },
  {
    id: 'reference',
    label: 'Provider reference',
    isOptional: true,
    cell: ({ providerReference }) =>
      providerReference ? <code className={styles.code}>{providerReference}</code> : NONE,
  },
];
