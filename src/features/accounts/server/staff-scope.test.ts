import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { storedUser } from './users.testing.ts';

let house: TestApp;
let admin: TestUser;
let staff: TestUser;
let influencers: TestUser[];
beforeAll(async () => {
  house = await createTestApp();
  admin = await house.as('admin');
  influencers = await Promise.all([1, 2, 3].map(() => house.as('influencer')));
});
afterAll(() => house.close());

const limit = (id: string, body: object, by = admin) =>
  house.call('PUT', `/api/users/${id}/scope`, { user: by, body });
const ids = (...numbers: number[]) => numbers.map((number) => influencers[number]!.id);
const seenBy = async (user: TestUser) => {
  const { json } = await house.call('GET', '/api/users?search=influencer', { user });
  return json.rows.map(({ id }: { id: string }) => id).toSorted();
};

test('a limit counts at once on open sessions, is changed, and is lifted', async () => {
  staff = await house.as('staff');
  expect(await seenBy(staff)).toEqual(ids(0, 1, 2).toSorted());
  const first = { version: 1, isLimited: true, influencerIds: ids(0, 1, 1) };
  expect((await limit(staff.id, first)).json).toEqual({ version: 2 });
  expect(await seenBy(staff)).toEqual(ids(0, 1).toSorted());
  await limit(staff.id, { version: 2, isLimited: true, influencerIds: ids(1, 2) });
  expect(await seenBy(staff)).toEqual(ids(1, 2).toSorted());
  const { json } = await house.call('GET', `/api/users/${staff.id}`, { user: admin });
  expect(json.isLimited).toBe(true);
  expect(json.influencers.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    ids(1, 2).toSorted(),
  );
  await limit(staff.id, { version: 3, isLimited: false, influencerIds: [] });
  expect(await seenBy(staff)).toEqual(ids(0, 1, 2).toSorted());
});

test('a limit to nobody leaves no influencer to be seen', async () => {
  const someone = await house.as('staff');
  await limit(someone.id, { version: 1, isLimited: true, influencerIds: [] });
  expect(await seenBy(someone)).toEqual([]);
});

test('a limit is set by admins alone, also not by staff on themselves', async () => {
  const someone = await house.as('staff');
  const body = { version: 1, isLimited: false, influencerIds: [] };
  expect((await limit(someone.id, body, someone)).status).toBe(403);
  expect((await limit(someone.id, body, await house.as('staff'))).status).toBe(403);
});

test.each(['admin', 'influencer', 'subscriber'] as const)('%s cannot be limited', async (role) => {
  const user = await house.as(role);
  const answer = await limit(user.id, { version: 1, isLimited: true, influencerIds: ids(0) });
  expect(answer).toMatchObject({ status: 409, json: { code: 'not-allowed-in-state' } });
});

test('a limit from a stale copy, or to someone who is no influencer, changes nothing', async () => {
  const someone = await house.as('staff');
  const fan = await house.as('subscriber');
  const body = { version: 1, isLimited: true, influencerIds: [...ids(0), fan.id] };
  expect((await limit(someone.id, body)).status).toBe(404);
  expect(await storedUser(house, someone.id)).toMatchObject({ version: 1, isLimited: false });
  const stale = { version: 7, isLimited: true, influencerIds: ids(0) };
  expect((await limit(someone.id, stale)).json.code).toBe('conflict');
  const many = { version: 1, isLimited: true, influencerIds: Array(501).fill(ids(0)[0]) };
  expect((await limit(someone.id, many)).status).toBe(400);
});
