import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { storedUser } from './users.testing.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let influencers: TestUser[];
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  influencers = await Promise.all([1, 2, 3].map(() => app.as('influencer')));
});
afterAll(() => app.close());

type Limit = { version: number; isLimited: boolean; influencerIds: string[] };
const limit = (user: TestUser, { version, ...scope }: Limit, by = admin, change: object = {}) =>
  app.call('PATCH', `/api/users/${user.id}`, {
    user: by,
    body: { version, email: user.email, fullName: 'Ada', ...change, scope },
  });
const ids = (...numbers: number[]) => numbers.map((number) => influencers[number]!.id);
const seenBy = async (user: TestUser) => {
  const { json } = await app.call('GET', '/api/users?search=influencer', { user });
  return json.rows.map(({ id }: { id: string }) => id).toSorted();
};

test('a limit applies at once to open sessions, can be changed and removed', async () => {
  staff = await app.as('staff');
  expect(await seenBy(staff)).toEqual(ids(0, 1, 2).toSorted());
  const first = { version: 1, isLimited: true, influencerIds: ids(0, 1, 1) };
  expect((await limit(staff, first)).json).toEqual({ version: 2 });
  expect(await seenBy(staff)).toEqual(ids(0, 1).toSorted());
  await limit(staff, { version: 2, isLimited: true, influencerIds: ids(1, 2) });
  expect(await seenBy(staff)).toEqual(ids(1, 2).toSorted());
  const { json } = await app.call('GET', `/api/users/${staff.id}`, { user: admin });
  expect(json.isLimited).toBe(true);
  expect(json.influencers.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    ids(1, 2).toSorted(),
  );
  await limit(staff, { version: 3, isLimited: false, influencerIds: [] });
  expect(await seenBy(staff)).toEqual(ids(0, 1, 2).toSorted());
});

test('staff limited to no influencers see none', async () => {
  const someone = await app.as('staff');
  await limit(someone, { version: 1, isLimited: true, influencerIds: [] });
  expect(await seenBy(someone)).toEqual([]);
});

test('only admins set limits, staff not even for themselves', async () => {
  const someone = await app.as('staff');
  const body = { version: 1, isLimited: false, influencerIds: [] };
  expect((await limit(someone, body, someone)).status).toBe(403);
  expect((await limit(someone, body, await app.as('staff'))).status).toBe(403);
});

test('a limit is saved in one transaction with other changes, and recorded as one change', async () => {
  const someone = await app.as('subscriber');
  const change = { fullName: 'Bo', role: 'staff' };
  const scope = { version: 1, isLimited: true, influencerIds: ids(0) };
  expect(
    (await limit(someone, { ...scope, influencerIds: [admin.id] }, admin, change)).status,
  ).toBe(404);
  const before = { email: someone.email, role: 'subscriber' };
  expect(await storedUser(app, someone.id)).toMatchObject({ ...before, version: 1 });
  expect((await limit(someone, scope, admin, change)).json).toEqual({ version: 2 });
  expect(await storedUser(app, someone.id)).toMatchObject({
    fullName: 'Bo',
    role: 'staff',
    isLimited: true,
  });
  const changes = await app.call('GET', `/api/audit?entityId=${someone.id}`, { user: admin });
  expect(changes.json.rows).toHaveLength(1);
  const entities = changes.json.rows[0].parts.map(({ entity }: { entity: string }) => entity);
  expect(entities).toContain('staff_influencers');
});

test.each(['admin', 'influencer', 'subscriber'] as const)('%s cannot be limited', async (role) => {
  const user = await app.as(role);
  const answer = await limit(user, { version: 1, isLimited: true, influencerIds: ids(0) });
  expect(answer).toMatchObject({ status: 409, json: { code: 'not-allowed-in-state' } });
});

test('a limit with an outdated version, or to a user who is not an influencer, changes nothing', async () => {
  const someone = await app.as('staff');
  const fan = await app.as('subscriber');
  const body = { version: 1, isLimited: true, influencerIds: [...ids(0), fan.id] };
  expect((await limit(someone, body)).status).toBe(404);
  expect(await storedUser(app, someone.id)).toMatchObject({ version: 1, isLimited: false });
  const stale = { version: 7, isLimited: true, influencerIds: ids(0) };
  expect((await limit(someone, stale)).json.code).toBe('conflict');
  const many = { version: 1, isLimited: true, influencerIds: Array(501).fill(ids(0)[0]) };
  expect((await limit(someone, many)).status).toBe(400);
});
