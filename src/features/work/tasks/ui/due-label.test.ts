import { expect, test } from 'vitest';
import { withoutDuePrefix, dueLabelOf } from './due-label.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const due = (hours: number, status: 'assigned' | 'in_progress' | 'completed' = 'assigned') =>
  dueLabelOf({ status, dueDate: new Date(NOW + hours * HOUR).toISOString() }, NOW);

test.each([
  [-0.001, 'Overdue by 1 minute', 'late'],
  [-0.5, 'Overdue by 30 minutes', 'late'],
  [-1.9, 'Overdue by 1 hour', 'late'],
  [-50, 'Overdue by 2 days', 'late'],
  [0.75, 'Due in 45 minutes', 'soon'],
  [5, 'Due in 5 hours', 'soon'],
  [47.5, 'Due in 47 hours', 'soon'],
  [71, 'Due in 2 days', 'soon'],
  [24 * 10, 'Due Dec 1, 2026', 'calm'],
])('a task due in %d hours has the label: %s', (hours, label, urgency) => {
  expect(due(hours)).toMatchObject({ label, urgency });
  expect(due(hours, 'in_progress')).toMatchObject({ label, urgency });
});

test('a submitted task is never overdue', () => {
  expect(due(-50, 'completed')).toMatchObject({ label: 'Due Nov 19, 2026', urgency: 'calm' });
});

test('a task without a due date has a label, too', () => {
  const task = { status: 'assigned', closedAt: null, dueDate: null } as const;
  expect(dueLabelOf(task, NOW)).toEqual({ label: 'No due date', urgency: 'calm', time: null });
});

test.each([
  ['Due in 5 hours', 'In 5 hours'],
  ['Due Dec 1, 2026', 'Dec 1, 2026'],
  ['Overdue by 2 days', 'Overdue by 2 days'],
  ['No due date', 'No due date'],
])('without the prefix "Due", %j is %j', (label, expected) => {
  expect(withoutDuePrefix(label)).toBe(expected);
});
