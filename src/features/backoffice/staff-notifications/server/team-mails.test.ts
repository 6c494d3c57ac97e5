import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { startSmtp } from '#test/smtp.ts';
import { mailTeamDaily, sendTeamMail } from './team-mails.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let app: TestApp;
let admin: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({
    SMTP_URL: `smtp://desk:pa55word@${smtp.address}`,
    PUBLIC_URL: 'https://app.test',
  });
  admin = await app.as('admin');
  influencer = await app.as('influencer');
});
afterAll(async () => {
  await app.close();
  await smtp.stop();
});

let staff: TestUser;
let task: string;
beforeEach(async () => {
  staff = await app.as('staff');
  task = await insertTask(app, influencer, 'assigned', { title: 'Evening set' });
  smtp.mails.length = 0;
});

const mention = (user = admin) =>
  app.call('POST', `/api/comments/task/${task}`, {
    user,
    body: { id: randomUUID(), text: 'A secret about her', mentions: [staff.id] },
  });
const assign = (ownerId: string, user = admin) =>
  app.call('PUT', '/api/tasks/owner', { user, body: { ids: [task], ownerId } });
const choose = (team: string) =>
  app.call('PUT', '/api/mail-preferences', { user: staff, body: { team } });
const send = () => sendTeamMail(app.services, staff.id, 'at_once');
const bell = async (user = staff) => {
  const { json } = await app.call('GET', '/api/staff-notifications', { user });
  return json.notifications
    .filter(({ id }: { id: string }) => id === task)
    .map(({ kind, isRead }: { kind: string; isRead: boolean }) => [kind, isRead]);
};

test('the bell shows a record that a colleague gives one, until it is opened', async () => {
  await assign(staff.id);
  expect(await bell()).toEqual([['assigned_task', false]]);
  expect(await bell(admin)).toEqual([]);
  await app.call('POST', '/api/staff-notifications/read', { user: staff, body: { id: task } });
  expect(await bell()).toEqual([['assigned_task', true]]);
});

test('what one chooses oneself is no news', async () => {
  await assign(staff.id, staff);
  await mention(staff);
  expect(await bell()).toEqual([]);
});

test('comments of others are news for the mentioned colleagues and for the owner', async () => {
  const owner = await app.as('staff');
  await assign(owner.id, owner);
  await mention();
  expect(await bell()).toEqual([['comment_task', false]]);
  expect(await bell(owner)).toEqual([['comment_task', false]]);
  expect(await bell(admin)).toEqual([]);
});

test('a mail reports what is new once, without the text of comments', async () => {
  await assign(staff.id);
  await mention();
  await send();
  await send();
  expect(smtp.mails).toHaveLength(1);
  const [mail] = smtp.mails;
  expect(mail!.to).toEqual([staff.email]);
  const text = JSON.stringify(mail);
  expect(text).toContain('Task assigned to you');
  expect(text).toContain('Comment on a task');
  expect(text).not.toContain('secret');
});

test('what was read in the bell is not mailed', async () => {
  await mention();
  await app.call('POST', '/api/staff-notifications/read', { user: staff, body: {} });
  await send();
  expect(smtp.mails).toEqual([]);
});

test('daily mails wait for the morning, and nobody is mailed who does not want it', async () => {
  await choose('daily');
  await mention();
  await send();
  expect(smtp.mails).toEqual([]);
  await mailTeamDaily(app.services);
  expect(smtp.mails.map(({ to }) => to)).toEqual([[staff.email]]);
  await choose('off');
  await mention();
  await send();
  await mailTeamDaily(app.services);
  expect(smtp.mails).toHaveLength(1);
});

test('a mail that the server refuses is sent by the next attempt', async () => {
  await mention();
  smtp.refuse(1);
  await expect(send()).rejects.toThrow();
  await send();
  expect(smtp.mails).toHaveLength(1);
});

test('the queue of one’s own work contains the records that one owns', async () => {
  const overdue = { dueDate: new Date(Date.now() - 60_000) };
  task = await insertTask(app, influencer, 'assigned', overdue);
  await insertTask(app, influencer, 'assigned', overdue);
  await assign(staff.id);
  const { json } = await app.call('GET', '/api/work-queue?owner=me', { user: staff });
  expect(json.items).toMatchObject([{ kind: 'overdue_task', count: 1 }]);
});
