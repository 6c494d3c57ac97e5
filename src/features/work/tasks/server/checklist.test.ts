import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { Task } from '../tasks.schema.ts';
import { insertTask } from './tasks.testing.ts';

let app: TestApp;
let staff: TestUser;
let mara: TestUser;
let noor: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  [staff, mara, noor] = [
    await app.as('staff'),
    await app.as('influencer'),
    await app.as('influencer'),
  ];
});
afterAll(() => app.close());

const ITEMS = ['Twelve pictures', 'One by daylight'];
const create = (checklist: unknown, assignees = [mara.id]) =>
  app.call('POST', '/api/tasks', { user: staff, body: { title: 'Set', assignees, checklist } });
const createOne = async (checklist = ITEMS): Promise<string> =>
  (await create(checklist)).json.tasks[0].id;
const taskOf = async (id: string, user = staff): Promise<Task> =>
  (await app.call('GET', `/api/tasks/${id}`, { user })).json.task;
const check = (id: string, text: string, isDone = true) =>
  app.call('PUT', `/api/tasks/${id}/checklist`, { user: mara, body: { text, isDone } });
const ticksOf = async (id: string) =>
  (await taskOf(id)).checklist.map(({ text, isDone }) => `${isDone ? 'x' : '-'} ${text}`);
const edit = async (id: string, checklist: string[], assignedTo = mara.id) => {
  const body = { title: 'Set', assignedTo, checklist, version: (await taskOf(id)).version };
  return app.call('PUT', `/api/tasks/${id}`, { user: staff, body });
};

test('each of several influencers ticks a list of their own, and staff see the progress', async () => {
  const { json } = await create(ITEMS, [mara.id, noor.id]);
  const [own, other] = json.tasks.map(({ id }: { id: string }) => id);
  await check(own, ITEMS[1]!);
  expect([await ticksOf(own), await ticksOf(other)]).toEqual([
    ['- Twelve pictures', 'x One by daylight'],
    ['- Twelve pictures', '- One by daylight'],
  ]);
  const { json: listed } = await app.call('GET', '/api/tasks', { user: staff });
  const row = listed.rows.find(({ id }: { id: string }) => id === own);
  expect(row.progress).toEqual({ done: 1, total: 2 });
});

test('ticking twice counts once, and a tick can be removed', async () => {
  const id = await createOne();
  await Promise.all([check(id, ITEMS[0]!), check(id, ITEMS[0]!)]);
  expect(await ticksOf(id)).toEqual(['x Twelve pictures', '- One by daylight']);
  for (const _ of [1, 2]) expect((await check(id, ITEMS[0]!, false)).status).toBe(200);
  expect(await ticksOf(id)).toEqual(['- Twelve pictures', '- One by daylight']);
});

test('items that an edit keeps keep their ticks, also when they move', async () => {
  const id = await createOne();
  for (const item of ITEMS) await check(id, item);
  const { version } = await taskOf(id);
  expect((await edit(id, ['Two videos', 'One by daylight'])).json.version).toBe(version + 1);
  expect(await ticksOf(id)).toEqual(['- Two videos', 'x One by daylight']);
  expect((await check(id, 'Twelve pictures')).json.code).toBe('not-found');
});

test('a tick does not refuse the edit of a colleague who opened the task before', async () => {
  const id = await createOne();
  const { version } = await taskOf(id);
  await check(id, ITEMS[0]!);
  const body = { title: 'Longer set', assignedTo: mara.id, checklist: ITEMS, version };
  expect((await app.call('PUT', `/api/tasks/${id}`, { user: staff, body })).status).toBe(200);
  expect(await ticksOf(id)).toEqual(['x Twelve pictures', '- One by daylight']);
});

test('somebody else who takes over begins with an empty list', async () => {
  const id = await createOne();
  await check(id, ITEMS[0]!);
  await edit(id, ITEMS, noor.id);
  expect(await ticksOf(id)).toEqual(['- Twelve pictures', '- One by daylight']);
});

test('a task with open items can be submitted, and its list is final then', async () => {
  const id = await createOne();
  const body = { notes: 'Here it is', method: 'Email' };
  const submitted = await app.call('POST', `/api/tasks/${id}/submit`, { user: mara, body });
  expect(submitted.status).toBe(200);
  expect((await check(id, ITEMS[0]!)).json.code).toBe('not-allowed-in-state');
});

test('a task without a list has nothing to tick', async () => {
  const id = await insertTask(app, mara);
  expect((await check(id, ITEMS[0]!)).json.code).toBe('not-found');
});

test.each([
  ['a blank item', [' ']],
  ['an item of more than 200 characters', ['x'.repeat(201)]],
  ['the same item twice', ['Pictures', ' Pictures']],
  ['more than 20 items', Array.from({ length: 21 }, (_, at) => `Item ${at}`)],
])('%s is refused', async (_what, checklist) => {
  const { status, json } = await create(checklist);
  expect([status, json.errors[0].path]).toEqual([400, expect.stringMatching(/^checklist/)]);
});

test('a template gives its list to tasks', async () => {
  const template = { name: 'Set', title: 'Set', description: '', dueDays: null, checklist: ITEMS };
  const { status } = await app.call('POST', '/api/task-templates', { user: staff, body: template });
  expect(status).toBe(200);
  const { json } = await app.call('GET', '/api/task-templates', { user: staff });
  expect(json.templates).toEqual([{ ...template, id: expect.any(String) }]);
});
