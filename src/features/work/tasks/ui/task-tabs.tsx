import { useQuery } from '@tanstack/react-query';
import { optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import type { TaskFilter, TaskQuery } from '../tasks.schema.ts';
import { taskCountsQuery, type Tab } from './tasks-queries.ts';

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

/** The filter of a state that only tasks of earlier versions have; shown if needed. */
const OBSOLETE: TaskFilter = 'rejected';

type TaskTabsProps = {
  /** Further filters that apply to the counts. */
  filter: Pick<TaskQuery, 'search' | 'assignedTo'>;
  value: Tab;
  onChange: (value: Tab) => void;
};

/** The filters of the list as tabs, with counts. */
export function TaskTabs({ filter, value, onChange }: TaskTabsProps) {
  const { data: counts } = useQuery(taskCountsQuery(filter));
  const shown = TABS.filter(
    ({ value: tab }) => tab !== OBSOLETE || tab === value || (counts?.[tab] ?? 0) > 0,
  );
  return (
    <ListTabs
      tabs={shown}
      counts={counts}
      warningTab="overdue"
      value={value === 'all' ? null : value}
      onChange={(tab) => onChange(tab ?? 'all')}
    />
  );
}
