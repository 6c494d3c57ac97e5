import { WithAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { dateCell, NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { END_REASON_LABELS, SubscriberState } from './subscriber-state.tsx';
import { fanName } from './subscriber-text.ts';
import styles from './subscribers-columns.module.css';
import type { subscribersList } from './subscribers-queries.ts';

export const SUBSCRIBERS_COLUMNS: ColumnsOf<typeof subscribersList> = [
  {
    id: 'subscriber',
    label: 'Subscriber',
    isFixed: true,
    cell: ({ subscriber }) => (
      <WithAvatar avatar={subscriber.avatar} name={fanName(subscriber)}>
        <span className={styles.person}>
          <bdi>{fanName(subscriber)}</bdi>
          {subscriber.fullName.trim() !== '' && <small>{subscriber.email}</small>}
        </span>
      </WithAvatar>
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
    cell: ({ currentPeriodEnd }) => dateCell(currentPeriodEnd),
  },
  {
    id: 'unused',
    label: 'Left to refund',
    isOptional: true,
    cell: ({ unused }) =>
      unused ? (
        <span className={styles.person}>
          {formatCents(unused.cents)}
          <small>{unused.days === 1 ? '1 day left' : `${unused.days} days left`}</small>
        </span>
      ) : (
        NONE
      ),
  },
  {
    id: 'subscribed',
    label: 'Subscribed',
    sort: '-newest',
    cell: ({ createdAt }) => dateCell(createdAt),
  },
  {
    id: 'unpaid',
    label: 'Unpaid since',
    isOptional: true,
    cell: ({ pastDueSince }) => dateCell(pastDueSince),
  },
  { id: 'ended', label: 'Ended', isOptional: true, cell: ({ endedAt }) => dateCell(endedAt) },
  {
    id: 'reason',
    label: 'Why it ended',
    isOptional: true,
    cell: ({ endReason }) => (endReason ? END_REASON_LABELS[endReason] : NONE),
  },
];
