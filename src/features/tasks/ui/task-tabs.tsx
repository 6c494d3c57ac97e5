import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countLabel } from '#src/lib/listing.ts';
import { TASK_FILTERS, type TaskFilter, type TaskQuery } from '../tasks.schema.ts';
import styles from './task-tabs.module.css';
import { taskCountsQuery } from './tasks-queries.ts';

const LABELS: Record<TaskFilter, string> = {
  overdue: 'Overdue',
  review: 'To review',
  assigned: 'Assigned',
  in_progress: 'In progress',
  closed: 'Closed',
  failed: 'Failed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

/** States that only tasks of earlier screens are in. */
const RARE: readonly TaskFilter[] = ['rejected', 'cancelled'];

type TaskTabsProps = {
  /** The counts are of what these find. */
  found: Pick<TaskQuery, 'search' | 'assignedTo'>;
  status: TaskFilter | undefined;
  onStatus: (status: TaskFilter | undefined) => void;
};

/** What the list can be narrowed to, each with how many there are. */
export function TaskTabs({ found, status, onStatus }: TaskTabsProps) {
  const { data: counts } = useQuery(taskCountsQuery(found));
  const shown = TASK_FILTERS.filter(
    (name) => !RARE.includes(name) || name === status || (counts?.[name] ?? 0) > 0,
  );
  const tab = (name: TaskFilter | 'all') => ({
    value: name,
    label: (
      <span className={styles.tab} data-late={(name === 'overdue' && counts?.overdue) || undefined}>
        {name === 'all' ? 'All' : LABELS[name]}{' '}
        <span className={styles.count}>{counts ? countLabel(counts[name]) : '…'}</span>
      </span>
    ),
  });
  return (
    <div className={styles.tabs}>
      <SegmentedControl
        aria-label="Status"
        radius="xl"
        value={status ?? 'all'}
        onChange={(value) => onStatus(TASK_FILTERS.find((name) => name === value))}
        data={[tab('all'), ...shown.map(tab)]}
      />
    </div>
  );
}
