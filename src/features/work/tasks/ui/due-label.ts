import { formatDate, formatTime } from '#src/lib/dates.ts';
import { isOverdue, isUnfinished } from '../tasks.rules.ts';
import type { TaskRow } from '../tasks.schema.ts';

type Dated = Pick<TaskRow, 'dueDate' | 'status' | 'closedAt'>;
export type Due = {
  words: string;
  tone: 'late' | 'soon' | 'calm';
  /** The time in full; null when there is none. */
  time: string | null;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What is due within it is due soon, in milliseconds. */
const SOON = 3 * DAY;

const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** "45 minutes", "5 hours", "2 days", rounded down. */
function spanText(span: number): string {
  if (span < HOUR) return of(Math.max(1, Math.floor(span / MINUTE)), 'minute');
  return span < 2 * DAY ? of(Math.floor(span / HOUR), 'hour') : of(Math.floor(span / DAY), 'day');
}

export const isDueSoon = (task: Dated, now: number): boolean =>
  isUnfinished(task) && task.dueDate !== null && Date.parse(task.dueDate) - now < SOON;

/** The words for where "Due" stands beside them already: "In 5 hours", "Dec 1, 2026". */
export function besideDue(words: string): string {
  const rest = words.replace(/^Due /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** How a task stands to its date at a time (milliseconds), in words. */
export function dueOf(task: Dated, now: number): Due {
  if (task.dueDate === null) return { words: 'No due date', tone: 'calm', time: null };
  const time = formatTime(task.dueDate);
  const left = Date.parse(task.dueDate) - now;
  if (isOverdue(task, now)) return { words: `Overdue by ${spanText(-left)}`, tone: 'late', time };
  if (isDueSoon(task, now)) return { words: `Due in ${spanText(left)}`, tone: 'soon', time };
  return { words: `Due ${formatDate(task.dueDate)}`, tone: 'calm', time };
}
