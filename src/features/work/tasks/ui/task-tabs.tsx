import { useQuery } from '@tanstack/react-query';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { TASK_FILTERS, type TaskFilter, type TaskQuery } from '../tasks.schema.ts';
import { taskCountsQuery } from './tasks-queries.ts';

const LABELS: Record<TaskFilter, string> = {
  open: 'Open',
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
    label: name === 'all' ? 'All' : LABELS[name],
    count: counts?.[name],
    isLate: name === 'overdue' && (counts?.overdue ?? 0) > 0,
  });
  return (
    <ListTabs
      tabs={[tab('all'), ...shown.map(tab)]}
      value={status ?? 'all'}
      onChange={(chosen) => onStatus(chosen === 'all' ? undefined : chosen)}
    />
  );
}
