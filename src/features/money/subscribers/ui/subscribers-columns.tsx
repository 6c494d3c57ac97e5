import { formatDate, formatTime } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import type { Column } from '#src/ui/list-view/list-view.tsx';
import type { OfficeSubscriptionRow } from '../office-subscriptions.schema.ts';
import { END_WORDS, SubscriberState } from './subscriber-state.tsx';
import { nameOfFan } from './subscriber-words.ts';
import styles from './subscribers-columns.module.css';

const NONE = '–';

const date = (iso: string | null) =>
  iso ? (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatDate(iso)}
    </time>
  ) : (
    NONE
  );

export const SUBSCRIBERS_COLUMNS: Column<OfficeSubscriptionRow>[] = [
  {
    id: 'subscriber',
    label: 'Subscriber',
    isFixed: true,
    cell: ({ subscriber }) => (
      <span className={styles.person}>
        <bdi>{nameOfFan(subscriber)}</bdi>
        {subscriber.fullName.trim() !== '' && <small>{subscriber.email}</small>}
      </span>
    ),
  },
  {
    id: 'influencer',
    label: 'Influencer',
    cell: ({ influencer }) => <bdi>{influencer.fullName}</bdi>,
  },
  { id: 'status', label: 'Status', cell: (row) => <SubscriberState subscription={row} /> },
  {
    id: 'price',
    label: 'Price',
    sort: '-price',
    isNumber: true,
    cell: ({ priceCents }) => formatCents(priceCents),
  },
  {
    id: 'period',
    label: 'Paid until',
    sort: '-periodEnd',
    cell: ({ currentPeriodEnd }) => date(currentPeriodEnd),
  },
  {
    id: 'subscribed',
    label: 'Subscribed',
    sort: '-newest',
    cell: ({ createdAt }) => date(createdAt),
  },
  {
    id: 'unpaid',
    label: 'Unpaid since',
    isOptional: true,
    cell: ({ pastDueSince }) => date(pastDueSince),
  },
  { id: 'ended', label: 'Ended', isOptional: true, cell: ({ endedAt }) => date(endedAt) },
  {
    id: 'reason',
    label: 'Why it ended',
    isOptional: true,
    cell: ({ endReason }) => (endReason ? END_WORDS[endReason] : NONE),
  },
];
