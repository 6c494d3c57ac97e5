import { isOverdue, stageOf } from '../../tasks.rules.ts';
import type { Task } from '../../tasks.schema.ts';
import { isDueSoon } from '../due-label.ts';

const GROUPS = [
  'Overdue',
  'Changes requested',
  'Due soon',
  'In progress',
  'To start',
  'Submitted',
] as const;
type GroupName = (typeof GROUPS)[number];

function groupOf(task: Task, now: number): GroupName {
  if (isOverdue(task, now)) return 'Overdue';
  const stage = stageOf(task);
  if (stage === 'changes_requested') return 'Changes requested';
  if (isDueSoon(task, now)) return 'Due soon';
  if (stage === 'in_progress') return 'In progress';
  return stage === 'assigned' ? 'To start' : 'Submitted';
}

/** Groups open tasks by urgency; within a group they keep their order. */
export function groupTasks(tasks: Task[], now: number): { name: GroupName; tasks: Task[] }[] {
  const groups = Map.groupBy(tasks, (task) => groupOf(task, now));
  return GROUPS.flatMap((name) => {
    const found = groups.get(name);
    return found ? [{ name, tasks: found }] : [];
  });
}
