import type { TaskRow } from './tasks.schema.ts';

/** The stage of a task. Completed work is in review until the back office closes it or marks it as failed. */
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

export function stageOf({ status, closedAt }: Progress): TaskStage {
  if (status !== 'completed') return status;
  return closedAt === null ? 'review' : 'closed';
}

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
export function isUnfinished(task: Progress): boolean {
  return isPossible('submit', task);
}

export function isOverdue(task: Dated, now: number): boolean {
  return isUnfinished(task) && task.dueDate !== null && new Date(task.dueDate).getTime() < now;
}
