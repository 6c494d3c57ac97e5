import { dateCell } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { TaskDue, TaskState } from './task-state.tsx';
import type { tasksList } from './tasks-queries.ts';

export const TASK_COLUMNS: ColumnsOf<typeof tasksList> = [
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
    cell: ({ createdAt }) => dateCell(createdAt),
  },
  {
    id: 'completed',
    label: 'Submitted',
    isOptional: true,
    cell: ({ completedAt }) => dateCell(completedAt),
  },
  { id: 'closed', label: 'Closed', isOptional: true, cell: ({ closedAt }) => dateCell(closedAt) },
];
