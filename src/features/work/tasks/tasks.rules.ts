import type { TaskRow } from './tasks.schema.ts';

/**
 * The stage of a task. Completed work is in review until the back office closes it, marks it as
 * failed or requests changes; then it is in progress again, with a time of submission.
 */
export type TaskStage =
  | Exclude<TaskRow['status'], 'completed'>
  | 'review'
  | 'changes_requested'
  | 'closed';

export const STAGE_LABELS: Record<TaskStage, string> = {
  assigned: 'Assigned',
  in_progress: 'In progress',
  review: 'Completed',
  changes_requested: 'Changes requested',
  closed: 'Closed',
  rejected: 'Rejected',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

type Progress = { status: TaskRow['status']; closedAt: unknown; completedAt: unknown };
type Dated = Pick<Progress, 'status'> & { dueDate: string | Date | null };

export function stageOf({ status, closedAt, completedAt }: Progress): TaskStage {
  if (status === 'in_progress' && completedAt !== null) return 'changes_requested';
  if (status !== 'completed') return status;
  return closedAt === null ? 'review' : 'closed';
}

const ANY: readonly TaskStage[] = [
  'assigned',
  'in_progress',
  'review',
  'changes_requested',
  'closed',
  'rejected',
  'failed',
  'cancelled',
];
const UNFINISHED = ['assigned', 'in_progress', 'changes_requested'] as const;

const POSSIBLE_IN = {
  start: ['assigned'],
  submit: UNFINISHED,
  request_changes: ['review'],
  close: ['review'],
  fail: ['review'],
  cancel: UNFINISHED,
  reopen: ['closed', 'failed', 'cancelled'],
  edit: UNFINISHED,
  /** A started task cannot be reassigned. */
  reassign: ['assigned'],
  delete: ANY,
} as const satisfies Record<string, readonly TaskStage[]>;
export type TaskAction = keyof typeof POSSIBLE_IN;

/** Whether the stage of a task allows an action. */
export function isPossible(action: TaskAction, task: Progress): boolean {
  return (POSSIBLE_IN[action] as readonly TaskStage[]).includes(stageOf(task));
}

/** Whether the assignee still has to work on a task. */
export function isUnfinished({ status }: Pick<Progress, 'status'>): boolean {
  return status === 'assigned' || status === 'in_progress';
}

export function isOverdue(task: Dated, now: number): boolean {
  return isUnfinished(task) && task.dueDate !== null && new Date(task.dueDate).getTime() < now;
}
