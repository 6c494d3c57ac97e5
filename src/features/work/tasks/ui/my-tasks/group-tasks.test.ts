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
  assignedBy: null,
  closedBy: null,
  submission: null,
  files: [],
});

test('what is late comes first, then what is due within three days, begun, to begin, handed in', () => {
  const groups = groupTasks(
    [
      task('undated', 'assigned', null),
      task('handed in late', 'completed', -9),
      task('late', 'in_progress', -1),
      task('begun', 'in_progress', 100),
      task('soon', 'assigned', 71),
      task('soon and begun', 'in_progress', 2),
    ],
    NOW,
  );
  expect(groups.map(({ name, tasks }) => [name, ...tasks.map(({ title }) => title)])).toEqual([
    ['Overdue', 'late'],
    ['Due soon', 'soon', 'soon and begun'],
    ['In progress', 'begun'],
    ['To start', 'undated'],
    ['Submitted', 'handed in late'],
  ]);
});
