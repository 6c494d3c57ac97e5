import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedUser } from '#src/features/backoffice/users/server/users.testing.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const edit = (by: TestUser, of: TestUser, change: object) =>
  app.call('PATCH', `/api/users/${of.id}`, {
    user: by,
    body: { version: 1, email: of.email, fullName: 'Ada', ...change },
  });
const emailOf = async ({ id }: TestUser) => (await storedUser(app, id))!.email;

describe.each(['admin', 'staff'] as const)('changing one’s own email as %s', (role) => {
  test('needs the current password', async () => {
    const me = await app.as(role);
    const email = `new-${me.email}`;
    const missing = 'Current password is required';
    expect(await edit(me, me, { email })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'currentPassword', message: missing }] },
    });
    const wrong = 'Your current password is incorrect';
    expect(await edit(me, me, { email, currentPassword: 'not-the-password' })).toMatchObject({
      status: 401,
      json: {
        code: 'invalid-credentials',
        detail: wrong,
        errors: [{ path: 'currentPassword', message: wrong }],
      },
    });
    expect(await emailOf(me)).toBe(me.email);
    expect((await edit(me, me, { email, currentPassword: PASSWORD })).status).toBe(200);
    expect(await emailOf(me)).toBe(email);
  });

  test('that differs only in case needs no password', async () => {
    const me = await app.as(role);
    expect((await edit(me, me, { email: me.email.toUpperCase() })).status).toBe(200);
  });
});

test('guesses of the current password are limited, and a right one resets the count', async () => {
  const me = await app.as('admin');
  const guess = (currentPassword: string, version = 1) =>
    edit(me, me, { version, email: `new-${me.email}`, currentPassword });
  for (let i = 0; i < 9; i += 1) expect((await guess(`wrong-${i}`)).status).toBe(401);
  expect((await guess(PASSWORD)).status).toBe(200);
  for (let i = 0; i < 10; i += 1) expect((await guess(`wrong-${i}`, 2)).status).toBe(401);
  expect(await guess(PASSWORD, 2)).toMatchObject({ status: 429, json: { code: 'rate-limited' } });
});

test('a guess counts even when nothing changes', async () => {
  const me = await app.as('admin');
  for (let i = 0; i < 10; i += 1) {
    expect((await edit(me, me, { currentPassword: `wrong-${i}` })).status).toBe(401);
  }
  expect((await edit(me, me, { currentPassword: PASSWORD })).status).toBe(429);
});

test('changing another user’s email needs no password', async () => {
  const [admin, fan] = [await app.as('admin'), await app.as('subscriber')];
  expect((await edit(admin, fan, { email: `new-${fan.email}` })).status).toBe(200);
});
