import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  staff = await app.as('staff');
  influencer = await app.as('influencer');
});
afterAll(() => app.close());

const pathOf = (recordId: string, kind = 'task') => `/api/comments/${kind}/${recordId}`;
const add = (recordId: string, comment: object, user = staff) =>
  app.call('POST', pathOf(recordId), {
    user,
    body: { id: randomUUID(), text: 'Call her', mentions: [], ...comment },
  });
const list = async (recordId: string, user = staff) =>
  (await app.call('GET', pathOf(recordId), { user })).json.rows;

test('a record shows its own comments, newest first, with author and mentioned colleagues', async () => {
  const task = await insertTask(app, influencer);
  const other = await insertTask(app, influencer);
  await add(task, { text: 'First' });
  await add(task, { text: 'Second', mentions: [staff.id, staff.id] }, admin);
  await add(other, { text: 'Elsewhere' });
  const [second, first, ...rest] = await list(task);
  expect(second).toMatchObject({ text: 'Second', author: { id: admin.id } });
  expect(second.mentions).toMatchObject([{ id: staff.id }]);
  expect(first).toMatchObject({ text: 'First', author: { id: staff.id }, mentions: [] });
  expect(rest).toEqual([]);
});

test('applications have comments too', async () => {
  const id = await createApplication(app.db);
  const body = { id: randomUUID(), text: 'Lovely pictures', mentions: [] };
  await app.call('POST', pathOf(id, 'application'), { user: staff, body });
  const { json } = await app.call('GET', pathOf(id, 'application'), { user: admin });
  expect(json.rows).toMatchObject([{ text: 'Lovely pictures' }]);
});

test('complaints have comments, which staff neither see nor are mentioned in if a minor is reported', async () => {
  const ofComplaint = (id: string, user: TestUser, text?: string) =>
    app.call(text ? 'POST' : 'GET', pathOf(id, 'complaint'), {
      user,
      body: text ? { id: randomUUID(), text, mentions: [staff.id] } : undefined,
    });
  const [shown, hidden] = [await addComplaint(app), await addComplaint(app, { kind: 'minor' })];
  await ofComplaint(shown, admin, 'She has called');
  expect((await ofComplaint(shown, staff)).json.rows).toMatchObject([{ text: 'She has called' }]);
  const bell = await app.call('GET', '/api/staff-notifications', { user: staff });
  expect(bell.json.notifications).toContainEqual(
    expect.objectContaining({ id: shown, kind: 'comment_complaint' }),
  );
  expect((await ofComplaint(hidden, admin, 'Who decides?')).status).toBe(400);
  expect((await ofComplaint(hidden, staff)).status).toBe(404);
});

test('a repeated request adds a comment once, and an id belongs to one comment', async () => {
  const task = await insertTask(app, influencer);
  const id = randomUUID();
  expect((await add(task, { id })).status).toBe(200);
  expect((await add(task, { id })).status).toBe(200);
  expect((await add(task, { id, text: 'Another' })).json.code).toBe('conflict');
  expect(await list(task)).toHaveLength(1);
});

test('a blank comment is refused', async () => {
  const { status, json } = await add(await insertTask(app, influencer), { text: ' \n ' });
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toContain('Write a comment first');
});

describe('a mention', () => {
  test('of somebody outside the back office is refused, and nothing is stored', async () => {
    const task = await insertTask(app, influencer);
    const { json } = await add(task, { mentions: [influencer.id] });
    expect(json).toMatchObject({
      code: 'invalid-input',
      detail: 'They no longer work in the back office',
    });
    expect(await list(task)).toEqual([]);
  });

  test('of limited staff who may not see the record is refused by name', async () => {
    const limited = await app.as('staff');
    await limitStaffTo(app, limited, await app.as('influencer'));
    const { json } = await add(await insertTask(app, influencer), { mentions: [limited.id] });
    expect(json.detail).toContain('doesn’t have access to this');
  });
});

test('people delete their own comments, and admins delete any', async () => {
  const task = await insertTask(app, influencer);
  const [own, others] = [randomUUID(), randomUUID()];
  await add(task, { id: own });
  await add(task, { id: others }, admin);
  const remove = (id: string, user = staff) =>
    app.call('DELETE', `${pathOf(task)}/${id}`, { user }).then(({ status }) => status);
  expect([await remove(others), await remove(own), await remove(own)]).toEqual([404, 200, 404]);
  expect(await remove(others, admin)).toBe(200);
});
