import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const INITIAL_PASSWORD = 'set-by-the-back-office';
const OWN = 'my-own-password';

async function newStaff(email: string): Promise<TestUser> {
  const body = { email, password: INITIAL_PASSWORD, fullName: '', phone: null, role: 'staff' };
  const { json } = await app.call('POST', '/api/users', { user: admin, body });
  return { id: json.id, email, cookie: await app.signIn(email, INITIAL_PASSWORD) };
}
const change = (user: TestUser, newPassword: string) =>
  app.call('POST', '/api/auth/change-password', {
    user,
    body: { currentPassword: INITIAL_PASSWORD, newPassword },
  });
const sessionOf = async (user: TestUser) =>
  (await app.call('GET', '/api/auth/session', { user })).json.session;

test('a user with an initial password can do nothing before choosing their own', async () => {
  const user = await newStaff('first@example.test');
  expect((await sessionOf(user)).mustChangePassword).toBe(true);
  const { status, json } = await app.call('GET', '/api/users', { user });
  expect([status, json.code]).toEqual([403, 'password-change-required']);

  expect((await change(user, OWN)).status).toBe(200);
  expect((await sessionOf(user)).mustChangePassword).toBe(false);
  expect((await app.call('GET', '/api/users', { user })).status).toBe(200);
});

test('the initial password is not accepted as their own', async () => {
  const user = await newStaff('same@example.test');
  const { status, json } = await change(user, INITIAL_PASSWORD);
  expect(status).toBe(400);
  expect(json.errors).toEqual([
    {
      path: 'newPassword',
      message: 'Please choose a password other than the one you were given',
    },
  ]);
  expect((await sessionOf(user)).mustChangePassword).toBe(true);
});

test('the user can sign out instead', async () => {
  const user = await newStaff('out@example.test');
  expect((await app.call('POST', '/api/auth/sign-out', { user })).status).toBe(200);
  expect(await sessionOf(user)).toBeNull();
});

test('the initial password expires after two weeks, one’s own does not', async () => {
  const user = await newStaff('late@example.test');
  await app.db.execute(sql`update credentials set updated_at = now() - interval '15 days'
    where user_id = ${user.id}`);
  await expect(app.signIn(user.email, INITIAL_PASSWORD)).rejects.toThrow(
    'This temporary password has expired. Choose your own with “Lost your password?”, or ask whoever created your account.',
  );
  // Strangers, who do not know it, learn nothing.
  await expect(app.signIn(user.email, 'not-the-password')).rejects.not.toThrow('temporary');
  // One of the own choice does not.
  const own = await newStaff('own@example.test');
  await change(own, OWN);
  await app.db.execute(sql`update credentials set updated_at = now() - interval '15 days'`);
  expect(await app.signIn(own.email, OWN)).toContain('session_token');
});
