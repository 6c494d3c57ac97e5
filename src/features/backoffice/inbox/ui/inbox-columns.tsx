import { TriangleAlert } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { dateCell } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import styles from './inbox-columns.module.css';
import type { inboxList } from './inbox-queries.ts';
import { MessageState } from './message-state.tsx';

export const INBOX_COLUMNS: ColumnsOf<typeof inboxList> = [
  {
    id: 'sender',
    label: 'From',
    isFixed: true,
    cell: ({ name, email }) => (
      <span className={styles.sender}>
        <bdi>{name}</bdi>
        <bdi className={styles.soft}>{email}</bdi>
      </span>
    ),
  },
  {
    id: 'message',
    label: 'Message',
    cell: ({ preview, entries }) => (
      <span className={styles.message}>
        <span className={styles.preview} dir="auto">
          {preview}
        </span>
        {entries > 0 && <span className={styles.soft}>{entries + 1} in conversation</span>}
      </span>
    ),
  },
  {
    id: 'topic',
    label: 'Topic',
    isInSummary: true,
    cell: ({ topic, influencerId }) => (
      <span className={styles.topic}>
        {topic}
        {influencerId && <span className={styles.soft}>Influencer</span>}
      </span>
    ),
  },
  {
    id: 'state',
    label: 'Status',
    sort: 'due',
    isInSummary: true,
    cell: (row) => (
      <span className={styles.states}>
        <MessageState message={row} />
        {row.hasFailed && (
          <StateBadge variant="danger" icon={TriangleAlert}>
            Not delivered
          </StateBadge>
        )}
      </span>
    ),
  },
  {
    id: 'owner',
    label: 'Owner',
    isOptional: true,
    cell: ({ owner }) => (owner ? <bdi>{owner.name}</bdi> : '–'),
  },
  {
    id: 'received',
    label: 'Received',
    sort: 'received',
    cell: ({ lastReceivedAt }) => dateCell(lastReceivedAt),
  },
  {
    id: 'first',
    label: 'First message',
    isOptional: true,
    cell: ({ createdAt }) => dateCell(createdAt),
  },
];
