import { formatDate, formatTime } from '#src/lib/dates.ts';
import type { Column } from '#src/ui/list-view/list-view.tsx';
import type { TaskRow } from '../tasks.schema.ts';
import { TaskDue, TaskState } from './task-state.tsx';

const NONE = '–';

const date = (iso: string | null) =>
  iso ? (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatDate(iso)}
    </time>
  ) : (
    NONE
  );

export const TASK_COLUMNS: Column<TaskRow>[] = [
  {
    id: 'title',
    label: 'Title',
    sort: 'title',
    isFixed: true,
    cell: ({ title }) => <bdi>{title}</bdi>,
  },
  { id: 'assignee', label: 'Assignee', cell: ({ assignee }) => <bdi>{assignee.fullName}</bdi> },
  { id: 'status', label: 'Status', cell: (task) => <TaskState task={task} /> },
  { id: 'due', label: 'Due', sort: 'due', cell: (task) => <TaskDue task={task} isLabelled /> },
  {
    id: 'created',
    label: 'Assigned on',
    sort: 'newest',
    cell: ({ createdAt }) => date(createdAt),
  },
  {
    id: 'completed',
    label: 'Submitted',
    isOptional: true,
    cell: ({ completedAt }) => date(completedAt),
  },
  { id: 'closed', label: 'Closed', isOptional: true, cell: ({ closedAt }) => date(closedAt) },
];
