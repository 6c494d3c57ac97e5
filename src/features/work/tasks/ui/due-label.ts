import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import { isOverdue, isUnfinished } from '../tasks.rules.ts';
import type { TaskRow } from '../tasks.schema.ts';

type Dated = Pick<TaskRow, 'dueDate' | 'status'>;
export type DueLabel = {
  label: string;
  urgency: 'late' | 'soon' | 'calm';
  /** The full time; null without a due date. */
  time: string | null;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds before the due date in which a task is due soon. */
const SOON = 3 * DAY;

const countText = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** "45 minutes", "5 hours", "2 days", rounded down. */
function durationText(span: number): string {
  if (span < HOUR) return countText(Math.max(1, Math.floor(span / MINUTE)), 'minute');
  return span < 2 * DAY
    ? countText(Math.floor(span / HOUR), 'hour')
    : countText(Math.floor(span / DAY), 'day');
}

export function isDueSoon(task: Dated, now: number): boolean {
  return isUnfinished(task) && task.dueDate !== null && Date.parse(task.dueDate) - now < SOON;
}

/** The label for use below a heading "Due": "In 5 hours", "Dec 1, 2026". */
export function withoutDuePrefix(label: string): string {
  const rest = label.replace(/^Due /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The label of the due date of a task at a time (milliseconds). */
export function dueLabelOf(task: Dated, now: number): DueLabel {
  if (task.dueDate === null) return { label: 'No due date', urgency: 'calm', time: null };
  const time = formatTime(task.dueDate);
  const left = Date.parse(task.dueDate) - now;
  if (isOverdue(task, now))
    return { label: `Overdue by ${durationText(-left)}`, urgency: 'late', time };
  if (isDueSoon(task, now)) return { label: `Due in ${durationText(left)}`, urgency: 'soon', time };
  return { label: `Due ${formatDate(task.dueDate)}`, urgency: 'calm', time };
}
