import { useQuery } from '@tanstack/react-query';
import { optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import type { TaskFilter, TaskQuery } from '../tasks.schema.ts';
import { taskCountsQuery } from './tasks-queries.ts';

const TABS = optionsOf<TaskFilter>({
  open: 'Open',
  overdue: 'Overdue',
  review: 'To review',
  assigned: 'Assigned',
  in_progress: 'In progress',
  closed: 'Closed',
  failed: 'Failed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
});

/** Filters of states that only older tasks have; shown if needed. */
const RARE: readonly TaskFilter[] = ['rejected', 'cancelled'];

type TaskTabsProps = {
  /** Further filters that apply to the counts. */
  filter: Pick<TaskQuery, 'search' | 'assignedTo'>;
  value: TaskFilter | null;
  onChange: (value: TaskFilter | null) => void;
};

/** The filters of the list as tabs, with counts. */
export function TaskTabs({ filter, value, onChange }: TaskTabsProps) {
  const { data: counts } = useQuery(taskCountsQuery(filter));
  const shown = TABS.filter(
    (tab) => !RARE.includes(tab.value) || tab.value === value || (counts?.[tab.value] ?? 0) > 0,
  );
  return (
    <ListTabs tabs={shown} counts={counts} warningTab="overdue" value={value} onChange={onChange} />
  );
}
