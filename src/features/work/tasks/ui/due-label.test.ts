import { expect, test } from 'vitest';
import { besideDue, dueOf } from './due-label.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const due = (hours: number, status: 'assigned' | 'in_progress' | 'completed' = 'assigned') =>
  dueOf({ status, closedAt: null, dueDate: new Date(NOW + hours * HOUR).toISOString() }, NOW);

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
])('a task that is due in %d hours says: %s', (hours, words, tone) => {
  expect(due(hours)).toMatchObject({ words, tone });
  expect(due(hours, 'in_progress')).toMatchObject({ words, tone });
});

test('finished work is never overdue', () => {
  expect(due(-50, 'completed')).toMatchObject({ words: 'Due Nov 19, 2026', tone: 'calm' });
});

test('a task without a date says so', () => {
  const task = { status: 'assigned', closedAt: null, dueDate: null } as const;
  expect(dueOf(task, NOW)).toEqual({ words: 'No due date', tone: 'calm', time: null });
});

test.each([
  ['Due in 5 hours', 'In 5 hours'],
  ['Due Dec 1, 2026', 'Dec 1, 2026'],
  ['Overdue by 2 days', 'Overdue by 2 days'],
  ['No due date', 'No due date'],
])('beside the word "Due", %j is %j', (words, said) => {
  expect(besideDue(words)).toBe(said);
});
