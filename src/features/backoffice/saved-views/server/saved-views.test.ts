import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { SAVED_VIEW_LIMIT, type SavedView } from '../saved-views.schema.ts';
import { savedViews } from './saved-views.table.ts';

let app: TestApp;
let odile: TestUser;
let rex: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [odile, rex] = [await app.as('staff'), await app.as('admin')];
});
beforeEach(() => app.db.delete(savedViews));
afterAll(() => app.close());

const OVERDUE = { path: '/tasks', search: '?status=overdue', name: 'Overdue', isShared: false };
const save = (values: object = {}, user = odile) =>
  app.call('POST', '/api/saved-views', { user, body: { ...OVERDUE, ...values } });
const change = (id: string, values: object, user = odile) => {
  const { path: _, ...view } = { ...OVERDUE, ...values } as typeof OVERDUE;
  return app.call('PUT', `/api/saved-views/${id}`, { user, body: view });
};
const remove = (id: string, user = odile) => app.call('DELETE', `/api/saved-views/${id}`, { user });
const list = async (user = odile): Promise<SavedView[]> =>
  (await app.call('GET', '/api/saved-views', { user })).json.views;

test('a person sees own views and those that colleagues share, by name', async () => {
  await save();
  await save({ name: 'my reviews', search: '?status=review', isShared: true });
  await save({ name: 'Late', isShared: true }, rex);
  await save({ name: 'Private' }, rex);
  expect((await list()).map(({ name, isOwn }) => [name, isOwn])).toEqual([
    ['Late', false],
    ['my reviews', true],
    ['Overdue', true],
  ]);
  expect((await list(rex)).map(({ name }) => name)).toEqual(['Late', 'my reviews', 'Private']);
});

test('only its owner changes or deletes a view', async () => {
  const { id } = (await save({ isShared: true })).json;
  for (const answer of [await change(id, { name: 'Mine' }, rex), await remove(id, rex)]) {
    expect(answer).toMatchObject({ status: 404, json: { detail: 'The view no longer exists' } });
  }
  expect((await change(id, { name: 'Too late', search: '?status=closed' })).status).toBe(200);
  expect(await list(rex)).toEqual([]);
  expect(await list()).toEqual([
    expect.objectContaining({ name: 'Too late', search: '?status=closed', path: '/tasks' }),
  ]);
  expect((await remove(id)).status).toBe(200);
  expect((await remove(id)).status).toBe(404);
});

test('a name is taken once per person and list, whatever its case', async () => {
  const { id } = (await save()).json;
  expect((await save({ name: ' OVERDUE ' })).json.detail).toBe('You have a view with this name');
  const other = (await save({ name: 'Other' })).json.id;
  expect((await change(other, { name: 'overdue' })).status).toBe(409);
  expect((await save({ path: '/payouts' })).status).toBe(200);
  expect((await save({}, rex)).status).toBe(200);
  expect((await change(id, { name: 'overdue' })).status).toBe(200);
});

test('the number of views of a person is limited, also in two tabs at once', async () => {
  const names = Array.from({ length: SAVED_VIEW_LIMIT - 1 }, (_, index) => `View ${index}`);
  await app.db
    .insert(savedViews)
    .values(names.map((name) => ({ ...OVERDUE, name, ownerId: odile.id })));
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => save({ name })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test.each([
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ path: 'https://elsewhere.test' }, 'path'],
  [{ path: '//elsewhere' }, 'path'],
  [{ search: 'x'.repeat(2_001) }, 'search'],
])('%o is refused at its field', async (values, path) => {
  const { status, json } = await save(values);
  expect(status).toBe(400);
  expect(json.errors).toMatchObject([{ path }]);
});

test('views end with the account of their owner', async () => {
  const gone = await app.as('staff');
  await save({ isShared: true }, gone);
  await app.db.delete(users).where(eq(users.id, gone.id));
  expect(await list()).toEqual([]);
});
