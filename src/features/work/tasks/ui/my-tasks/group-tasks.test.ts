import { expect, test } from 'vitest';
import type { Task } from '../../tasks.schema.ts';
import { groupTasks } from './group-tasks.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;

const task = (title: string, status: Task['status'], hours: number | null): Task => ({
  id: title,
  version: 1,
  title,
  status,
  dueDate: hours === null ? null : new Date(NOW + hours * HOUR).toISOString(),
  createdAt: new Date(NOW).toISOString(),
  completedAt: null,
  closedAt: null,
  assignee: { id: 'a', fullName: 'Mara' },
  description: null,
  checklist: [],
  assignedBy: null,
  closedBy: null,
  submission: null,
  files: [],
  rounds: [],
  decisions: [],
});

test('groups are: overdue, sent back, due within three days, in progress, to start, submitted', () => {
  const groups = groupTasks(
    [
      task('undated', 'assigned', null),
      task('submitted late', 'completed', -9),
      task('late', 'in_progress', -1),
      task('started', 'in_progress', 100),
      { ...task('sent back', 'in_progress', 2), completedAt: new Date(NOW).toISOString() },
      task('soon', 'assigned', 71),
      task('soon and started', 'in_progress', 2),
    ],
    NOW,
  );
  expect(groups.map(({ name, tasks }) => [name, ...tasks.map(({ title }) => title)])).toEqual([
    ['Overdue', 'late'],
    ['Changes requested', 'sent back'],
    ['Due soon', 'soon', 'soon and started'],
    ['In progress', 'started'],
    ['To start', 'undated'],
    ['Submitted', 'submitted late'],
  ]);
});
