import { formatNumber } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { PaymentEventState } from './payment-event-state.tsx';
import styles from './payment-events-columns.module.css';
import type { paymentEventsList } from './payment-events-queries.ts';

const time = (iso: string | null) => (iso ? <time dateTime={iso}>{formatTime(iso)}</time> : NONE);
const code = (text: string | null) => (text ? <code className={styles.code}>{text}</code> : NONE);

export const PAYMENT_EVENT_COLUMNS: ColumnsOf<typeof paymentEventsList> = [
  {
    id: 'type',
    label: 'Event',
    isFixed: true,
    cell: ({ type, providerEventId }) => (
      <span className={styles.event}>
        {type}
        <small>{providerEventId}</small>
      </span>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state, lastError }) => (
      <span className={styles.state}>
        <PaymentEventState state={state} />
        {lastError !== null && state === 'failed' && <small>{lastError}</small>}
      </span>
    ),
  },
  {
    id: 'received',
    label: 'Received',
    sort: '-received',
    cell: ({ receivedAt }) => time(receivedAt),
  },
  {
    id: 'subscription',
    label: 'Subscription',
    cell: ({ subscriptionReference }) => code(subscriptionReference),
  },
  {
    id: 'payment',
    label: 'Payment',
    isOptional: true,
    cell: ({ paymentReference }) => code(paymentReference),
  },
  { id: 'provider', label: 'Provider', cell: ({ provider }) => provider },
  {
    id: 'attempts',
    label: 'Attempts',
    isNumber: true,
    cell: ({ attempts }) => formatNumber(attempts),
  },
  {
    id: 'handled',
    label: 'Handled',
    isOptional: true,
    cell: ({ handledAt }) => time(handledAt),
  },
];
