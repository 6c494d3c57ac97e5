import type { TaskRow } from './tasks.schema.ts';

/** How far a task is. Completed work waits for review until the office has closed it. */
export type TaskStage = Exclude<TaskRow['status'], 'completed'> | 'review' | 'closed';

export const STAGE_LABELS: Record<TaskStage, string> = {
  assigned: 'Assigned',
  in_progress: 'In progress',
  review: 'Completed',
  closed: 'Closed',
  rejected: 'Rejected',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

type Progress = { status: TaskRow['status']; closedAt: unknown };
type Dated = Progress & { dueDate: string | Date | null };

export const stageOf = ({ status, closedAt }: Progress): TaskStage => {
  if (status !== 'completed') return status;
  return closedAt === null ? 'review' : 'closed';
};

const ANY: readonly TaskStage[] = [
  'assigned',
  'in_progress',
  'review',
  'closed',
  'rejected',
  'failed',
  'cancelled',
];

const POSSIBLE_IN = {
  start: ['assigned'],
  submit: ['assigned', 'in_progress'],
  close: ['review'],
  fail: ['review'],
  edit: ['assigned', 'in_progress'],
  /** Work that has begun stays with who began it. */
  reassign: ['assigned'],
  delete: ANY,
} as const satisfies Record<string, readonly TaskStage[]>;
export type TaskAction = keyof typeof POSSIBLE_IN;

/** Whether this can be done with a task as it is, by those whose it is to do. */
export const isPossible = (action: TaskAction, task: Progress): boolean =>
  (POSSIBLE_IN[action] as readonly TaskStage[]).includes(stageOf(task));

/** Whether someone still has to work on it. */
export const isUnfinished = (task: Progress): boolean => isPossible('submit', task);

export const isOverdue = (task: Dated, now: number): boolean =>
  isUnfinished(task) && task.dueDate !== null && new Date(task.dueDate).getTime() < now;
