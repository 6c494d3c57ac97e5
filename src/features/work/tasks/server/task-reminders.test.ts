import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { TaskNotification } from '../task-notifications.schema.ts';
import { remindAssignees } from './task-reminders.ts';
import { tasks } from './tasks.table.ts';
import { insertTask, inHours } from './tasks.testing.ts';

let app: TestApp;
let staff: TestUser;
let mara: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  [staff, mara] = [await app.as('staff'), await app.as('influencer')];
});
beforeEach(async () => {
  await app.db.delete(tasks);
});
afterAll(() => app.close());

const remind = (hours = 0) => remindAssignees(app.services, inHours(hours));
const events = async () => {
  const { json } = await app.call('GET', '/api/task-notifications', { user: mara });
  return (json.notifications as TaskNotification[]).map(({ event }) => event);
};

test('an influencer is reminded a day before the due date and a day after it, once each', async () => {
  await insertTask(app, mara, 'in_progress', { dueDate: inHours(48) });
  const seen: string[][] = [];
  for (const hours of [0, 23, 25, 26, 47, 49, 71, 73, 74, 90]) {
    await remind(hours);
    seen.push(await events());
  }
  expect(seen.map((each) => each.toSorted())).toEqual([
    [],
    [],
    ['due_soon'],
    ['due_soon'],
    ['due_soon'],
    ['due_soon'],
    ['due_soon'],
    ['due_soon', 'overdue'],
    ['due_soon', 'overdue'],
    ['due_soon', 'overdue'],
  ]);
});

test.each(['review', 'closed', 'failed', 'cancelled'] as const)(
  'nobody is reminded of a task that is: %s',
  async (stage) => {
    await insertTask(app, mara, stage, { dueDate: inHours(12) });
    await remind();
    await remind(40);
    expect(await events()).toEqual([]);
  },
);

test('a task that was sent back for changes has reminders', async () => {
  await insertTask(app, mara, 'changes_requested', { dueDate: inHours(12) });
  await remind();
  expect(await events()).toEqual(['due_soon']);
});

test('a task without a due date, or with one long ago, has no reminders', async () => {
  await insertTask(app, mara);
  await insertTask(app, mara, 'assigned', { dueDate: inHours(-24 * 30) });
  await remind();
  expect(await events()).toEqual([]);
});

test('an influencer who received the due date on the last day is not reminded of it at once', async () => {
  const body = { title: 'Autumn set', assignees: [mara.id], dueDate: inHours(12).toISOString() };
  await app.call('POST', '/api/tasks', { user: staff, body });
  await remind();
  expect(await events()).toEqual(['assigned']);
});

test('a new due date has its own reminders', async () => {
  const id = await insertTask(app, mara, 'assigned', { dueDate: inHours(12) });
  await remind();
  const dueDate = inHours(100).toISOString();
  const body = { title: 'Autumn set', assignedTo: mara.id, version: 1, dueDate };
  expect((await app.call('PUT', `/api/tasks/${id}`, { user: staff, body })).status).toBe(200);
  await remind();
  expect(await events()).toEqual(['due_changed']);
  await remind(77);
  expect((await events()).toSorted()).toEqual(['due_changed', 'due_soon']);
});

test('two workers at once remind once', async () => {
  for (let count = 0; count < 20; count++) {
    await insertTask(app, mara, 'assigned', { dueDate: inHours(12) });
  }
  await Promise.all([remind(), remind(), remind()]);
  await remind();
  const { rows } = await app.pool.query<{ count: string }>(
    `select count(*) from jobs.job where name = 'task-mail'
     and data ->> 'id' in (select id::text from task_notifications where event = 'due_soon')`,
  );
  expect(rows[0]!.count).toBe('20');
});
