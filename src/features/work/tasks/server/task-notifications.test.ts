import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { UNDO_SECONDS } from '#src/platform/jobs/undo.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { readMail } from '#test/read-mail.ts';
import type { TaskNotification } from '../task-notifications.schema.ts';
import { sendTaskMail, TASK_MAIL_QUEUE } from './task-mails.ts';
import { tasks } from './tasks.table.ts';
import { insertTask, inHours } from './tasks.testing.ts';

let app: TestApp;
let staff: TestUser;
let mara: TestUser;
let noor: TestUser;

beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://platform.test' });
  [staff, mara, noor] = [
    await app.as('staff'),
    await app.as('influencer'),
    await app.as('influencer'),
  ];
});
beforeEach(async () => {
  await app.db.delete(tasks);
  await sendMails();
});
afterAll(() => app.close());

const FIELDS = { title: 'Autumn set', description: null, dueDate: null };
const send = async (method: string, address: string, body?: object, user = staff) => {
  const answer = await app.call(method, address, { user, body });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json;
};
const create = async ({ assignedTo = mara.id, ...values } = {} as Record<string, string>) =>
  (await send('POST', '/api/tasks', { ...FIELDS, assignees: [assignedTo], ...values })).tasks[0]
    .id as string;
const change = (id: string, version: number, values: object) =>
  send('PUT', `/api/tasks/${id}`, { ...FIELDS, assignedTo: mara.id, version, ...values });

const REASON = { reason: 'Too warm', comment: 'Too warm' };

const bell = async (user = mara): Promise<TaskNotification[]> =>
  (await app.call('GET', '/api/task-notifications', { user })).json.notifications;
const events = async (user = mara) => (await bell(user)).map(({ event }) => event);
const unread = async (user = mara) =>
  (await app.call('GET', '/api/task-notifications/unread', { user })).json.count;
const markRead = (body: object, user = mara) =>
  send('POST', '/api/task-notifications/read', body, user);

/** Runs the waiting jobs and returns the mails that they sent, oldest first. */
async function sendMails() {
  const { rows } = await app.db.execute<{ id: string; data: { id: string; at: string } }>(sql`
    delete from jobs.job where name = ${TASK_MAIL_QUEUE.name} returning id, data`);
  for (const { id, data } of rows) await sendTaskMail(app.services, data, id);
  const folder = path.join(app.config.dataDir, 'mail');
  if (rows.length === 0) return [];
  try {
    return readdirSync(folder).map((name) => {
      const { headers, text } = readMail(readFileSync(path.join(folder, name), 'utf8'));
      return { to: headers.get('to'), subject: headers.get('subject'), text };
    });
  } catch {
    // No mail was written.
    return [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a new task creates an unread notification for its assignee only', async () => {
  const dueDate = '2027-01-02T20:30:00.000Z';
  const id = await create({ dueDate });
  expect(await bell()).toEqual([
    {
      id: expect.any(String),
      event: 'assigned',
      createdAt: expect.any(String),
      isRead: false,
      task: { id, title: 'Autumn set', dueDate },
    },
  ]);
  expect([await unread(), await unread(noor), await bell(noor)]).toEqual([1, 0, []]);
});

test('the mail about a new task has title, due date and link in its body', async () => {
  const dueDate = '2027-01-02T20:30:00.000Z';
  const id = await create({ dueDate });
  const mails = await sendMails();
  expect(mails).toMatchObject([{ to: mara.email, subject: 'You have a new task' }]);
  expect(mails[0]!.text).toContain('Autumn set');
  expect(mails[0]!.text).toContain(`${formatUtcDate(dueDate)}, 8:30 PM UTC`);
  expect(mails[0]!.text).toContain(`https://platform.test/my-tasks?task=${id}`);
});

test('the due date in a mail follows the time zone of its recipient', async () => {
  const inBerlin = await app.as('influencer');
  const body = { timeZone: 'Europe/Berlin' };
  await app.call('PUT', '/api/account/time-zone', { user: inBerlin, body });
  await create({ dueDate: '2027-01-02T23:30:00.000Z', assignedTo: inBerlin.id });
  expect((await sendMails())[0]!.text).toContain('Jan 3, 2027, 12:30 AM GMT+1');
});

test.each([
  ['close', 'review', 'closed', 'Your task was closed'],
  ['fail', 'review', 'failed', 'Your task was marked as failed'],
  ['request-changes', 'review', 'changes_requested', 'Changes requested for your task'],
  ['cancel', 'in_progress', 'cancelled', 'Your task was cancelled'],
  ['reopen', 'failed', 'reopened', 'Your task was reopened'],
] as const)(
  '%s notifies the assignee in the bell and by mail',
  async (action, stage, event, subject) => {
    const id = await insertTask(app, mara, stage);
    await send('POST', `/api/tasks/${id}/${action}`, REASON);
    expect(await events()).toEqual([event]);
    const mails = await sendMails();
    expect(mails).toMatchObject([{ to: mara.email, subject }]);
    expect(mails[0]!.text.includes('Too warm')).toBe(action !== 'close');
  },
);

test('the mail of a decision waits until nobody can undo it, and is not sent after an undo', async () => {
  const id = await insertTask(app, mara, 'review');
  const { version } = await send('POST', `/api/tasks/${id}/fail`, REASON);
  const { rows } = await app.db.execute<{ seconds: number }>(sql`
    select extract(epoch from start_after - created_on)::int as seconds from jobs.job
    where name = ${TASK_MAIL_QUEUE.name}`);
  expect(rows).toEqual([{ seconds: UNDO_SECONDS }]);
  await send('POST', `/api/tasks/${id}/undo`, { version });
  expect([await sendMails(), await bell()]).toEqual([[], []]);
});

test('no mail about a decision is sent after a later one has replaced it', async () => {
  const id = await insertTask(app, mara, 'review');
  await send('POST', `/api/tasks/${id}/request-changes`, REASON);
  await send('POST', `/api/tasks/${id}/submit`, { notes: 'Cooler', method: 'Email' }, mara);
  await send('POST', `/api/tasks/${id}/close`);
  expect(await sendMails()).toMatchObject([{ subject: 'Your task was closed' }]);
});

describe('a change of a task', () => {
  test('of the due date notifies the assignee with the new date', async () => {
    const id = await create();
    await sendMails();
    await change(id, 1, { dueDate: '2027-03-04T05:06:00.000Z' });
    expect(await events()).toEqual(['due_changed', 'assigned']);
    const mails = await sendMails();
    expect(mails).toMatchObject([{ to: mara.email, subject: 'The due date of a task changed' }]);
    expect(mails[0]!.text).toContain('Mar 4, 2027, 5:06 AM UTC');
    await change(id, 2, { dueDate: null });
    expect((await sendMails())[0]!.text).toContain('No due date');
  });

  test('of other fields notifies nobody', async () => {
    const dueDate = inHours(30).toISOString();
    const id = await create({ dueDate });
    await sendMails();
    await markRead({});
    await change(id, 1, { dueDate });
    await change(id, 2, { dueDate, title: 'Winter set', description: 'More.' });
    expect([await unread(), await events(), await sendMails()]).toEqual([0, ['assigned'], []]);
  });

  test('repeated before the mails are sent creates one mail and one notification', async () => {
    const id = await create();
    await sendMails();
    await change(id, 1, { dueDate: '2027-03-04T05:06:00.000Z' });
    await markRead({});
    await change(id, 2, { dueDate: '2027-05-06T07:08:00.000Z' });
    expect([await events(), await unread()]).toEqual([['due_changed', 'assigned'], 1]);
    const mails = await sendMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('May 6, 2027, 7:08 AM UTC');
  });

  test('that is refused notifies nobody', async () => {
    const id = await insertTask(app, mara);
    const body = { ...FIELDS, assignedTo: mara.id, version: 9, dueDate: inHours(9).toISOString() };
    const { status } = await app.call('PUT', `/api/tasks/${id}`, { user: staff, body });
    expect([status, await bell(), await sendMails()]).toEqual([409, [], []]);
  });
});

test('a reassigned task leaves the bell of the first influencer', async () => {
  const id = await create();
  await change(id, 1, { assignedTo: noor.id, dueDate: inHours(5).toISOString() });
  expect([await bell(), await unread()]).toEqual([[], 0]);
  expect(await events(noor)).toEqual(['assigned']);
  expect(await sendMails()).toMatchObject([{ to: noor.email, subject: 'You have a new task' }]);
  await change(id, 2, { dueDate: inHours(5).toISOString() });
  expect(await events()).toEqual(['assigned']);
});

test('a task deleted before the mail is sent sends no mail and leaves the bell', async () => {
  const id = await create();
  await send('DELETE', `/api/tasks/${id}`);
  expect([await bell(), await unread(), await sendMails()]).toEqual([[], 0, []]);
});

test('no mail about a new task is sent if it was submitted in the meantime', async () => {
  const id = await create();
  const work = { notes: 'All done', method: 'Email' };
  await send('POST', `/api/tasks/${id}/submit`, work, mara);
  expect(await sendMails()).toEqual([]);
});

const preferences = (body: object) => send('PUT', '/api/mail-preferences', body, mara);

test('an influencer who has switched off one kind of mails receives the other, and everything in the bell', async () => {
  await preferences({ tasks: 'off', task_decisions: 'at_once' });
  await create();
  expect([await unread(), await sendMails()]).toEqual([1, []]);
  const id = await insertTask(app, mara, 'review');
  await send('POST', `/api/tasks/${id}/close`);
  expect(await sendMails()).toMatchObject([{ subject: 'Your task was closed' }]);
  await preferences({ tasks: 'at_once', task_decisions: 'off' });
  const failed = await insertTask(app, mara, 'review');
  await send('POST', `/api/tasks/${failed}/fail`, REASON);
  await create();
  expect(await sendMails()).toMatchObject([{ subject: 'You have a new task' }]);
  await preferences({ tasks: 'at_once', task_decisions: 'at_once' });
});

test('the mail about a task says why it was sent and how to switch it off', async () => {
  await create();
  const [mail] = await sendMails();
  expect(mail!.text).toContain('because your agency assigns you tasks');
  expect(mail!.text).toMatch(/https:\/\/platform\.test\/unsubscribe#\S+/);
});

test('a suspended influencer receives no mail', async () => {
  const suspended = await app.as('influencer');
  await create({ assignedTo: suspended.id });
  await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
  expect(await sendMails()).toEqual([]);
});

test('notifications can be marked as read by task or all together', async () => {
  const [first] = [await create(), await create(), await create({ assignedTo: noor.id })];
  expect(await unread()).toBe(2);
  expect(await markRead({ taskId: first })).toEqual({ marked: 1 });
  expect(await markRead({ taskId: first })).toEqual({ marked: 0 });
  expect(await unread()).toBe(1);
  expect(new Map((await bell()).map(({ task, isRead }) => [task.id, isRead])).get(first)).toBe(
    true,
  );
  expect(await markRead({})).toEqual({ marked: 1 });
  expect([await unread(), await unread(noor)]).toEqual([0, 1]);
});

test('notifications of others cannot be marked as read', async () => {
  const taskId = await create();
  expect(await markRead({ taskId }, noor)).toEqual({ marked: 0 });
  expect(await unread()).toBe(1);
});

test('the list has the 50 newest notifications', async () => {
  for (let count = 0; count < 51; count++) await create({ title: `Task ${count}` });
  const listed = await bell();
  expect(listed).toHaveLength(50);
  expect([listed[0]!.task.title, listed[49]!.task.title]).toEqual(['Task 50', 'Task 1']);
  expect(await unread()).toBe(51);
});
