import { TagList } from '#src/features/identity/tags/ui/tag-list.tsx';
import { dateCell } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { TaskDue, TaskState } from './task-state.tsx';
import type { tasksList } from './tasks-queries.ts';

type Columns = ColumnsOf<typeof tasksList>;

export const TASK_COLUMNS: Columns = [
  {
    id: 'title',
    label: 'Title',
    sort: 'title',
    isFixed: true,
    cell: ({ title }) => <bdi>{title}</bdi>,
  },
  {
    id: 'assignee',
    label: 'Assignee',
    isInSummary: true,
    cell: ({ assignee }) => <bdi>{assignee.fullName}</bdi>,
  },
  {
    id: 'owner',
    label: 'Owner',
    isOptional: true,
    cell: ({ owner }) => (owner ? <bdi>{owner.name}</bdi> : '–'),
  },
  { id: 'tags', label: 'Tags', cell: ({ tags }) => <TagList tags={tags} /> },
  {
    id: 'status',
    label: 'Status',
    isInSummary: true,
    cell: (task) => <TaskState task={task} />,
  },
  {
    id: 'progress',
    label: 'Checklist',
    isOptional: true,
    cell: ({ progress: { done, total } }) => (total > 0 ? `${done} of ${total}` : '–'),
  },
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

/** The columns of submissions: when they arrived matters, not when they were assigned. */
export const REVIEW_COLUMNS: Columns = TASK_COLUMNS.map((column) => {
  if (column.id === 'created') return { ...column, isOptional: true };
  return column.id === 'completed' ? { ...column, isOptional: false, sort: 'submitted' } : column;
});
