import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedUser } from '#src/features/backoffice/users/server/users.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const change = { version: 1, fullName: 'Ada Quill', phone: '+1 555 0100', bio: 'Hello.' };

test('an influencer reads the influencer fields and cannot change them', async () => {
  const user = await app.as('influencer', { instagramHandle: 'ada', instagramFollowers: 1200 });
  const { json } = await app.call('GET', '/api/profile', { user });
  expect(json).toMatchObject({
    email: user.email,
    role: 'influencer',
    influencer: { instagramHandle: 'ada', instagramFollowers: 1200, pageThemeColor: null },
  });
  expect((await app.call('PUT', '/api/profile', { user, body: change })).status).toBe(403);
});

test.each(['admin', 'staff'] as const)('%s reads and edits their own profile', async (role) => {
  const user = await app.as(role);
  const { json } = await app.call('GET', '/api/profile', { user });
  expect(json).toMatchObject({ email: user.email, role, influencer: null });
  expect((await app.call('PUT', '/api/profile', { user, body: change })).json.version).toBe(2);
  expect(await storedUser(app, user.id)).toMatchObject({
    name: 'Ada Quill',
    fullName: 'Ada Quill',
    phone: '+1 555 0100',
    role,
  });
  const stale = await app.call('PUT', '/api/profile', { user, body: change });
  expect(stale).toMatchObject({ status: 409, json: { code: 'conflict' } });
});

test('a change without a phone keeps the stored one, even an invalid one', async () => {
  const phone = 'ask the front desk';
  const user = await app.as('staff', { phone });
  const { phone: _, ...body } = change;
  expect((await app.call('PUT', '/api/profile', { user, body })).status).toBe(200);
  expect(await storedUser(app, user.id)).toMatchObject({ fullName: 'Ada Quill', phone });
});

test('a profile change cannot change a role or another user’s profile', async () => {
  const [user, other] = [await app.as('staff'), await app.as('staff')];
  const body = { ...change, id: other.id, role: 'admin', email: 'x@example.test' };
  await app.call('PUT', '/api/profile', { user, body });
  expect(await storedUser(app, user.id)).toMatchObject({ role: 'staff', email: user.email });
  expect((await storedUser(app, other.id))!.version).toBe(1);
});

test.each([
  ['phone', 'call me', /^Phone number can only contain digits/],
  ['fullName', 'x'.repeat(201), /at most 200/],
  ['bio', 'x'.repeat(5001), /at most 5000/],
  ['bio', 'a\0', /cannot be stored/],
])('%s %j is rejected with 400', async (path, value, message) => {
  const user = await app.as('staff');
  const body = { ...change, [path]: value };
  const { status, json } = await app.call('PUT', '/api/profile', { user, body });
  expect(status).toBe(400);
  expect(json.errors[0]).toMatchObject({ path, message: expect.stringMatching(message) });
});
