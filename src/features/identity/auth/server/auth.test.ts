import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const signIn = (body: object) => app.call('POST', '/api/auth/sign-in', { body });
const sessionOf = async (user: TestUser) =>
  (await app.call('GET', '/api/auth/session', { user })).json.session;
const sessionCookie = (headers: Headers) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith('velvet.session_token=')) ?? '';
const asUser = (cookies: string[]): TestUser => ({
  id: '',
  email: '',
  cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
});
const expireIn = (user: TestUser, time: string) =>
  app.db
    .update(sessions)
    .set({ expiresAt: sql`now() + ${time}::interval` })
    .where(eq(sessions.userId, user.id));
const hoursLeft = async (user: TestUser) => {
  const [row] = await app.db.select().from(sessions).where(eq(sessions.userId, user.id));
  return Math.round((row!.expiresAt.getTime() - Date.now()) / 3_600_000);
};

describe('signing in', () => {
  test('with Remember Me the cookie lasts 30 days', async () => {
    const { email } = await app.as('subscriber');
    const { headers } = await signIn({ email, password: PASSWORD, rememberMe: true });
    expect(sessionCookie(headers)).toMatch(/Max-Age=2592000;.*HttpOnly; SameSite=Lax/);
  });

  test('without Remember Me the cookie ends with the browser', async () => {
    const { email } = await app.as('subscriber');
    const { headers } = await signIn({ email, password: PASSWORD });
    expect(sessionCookie(headers)).toContain('HttpOnly');
    expect(sessionCookie(headers)).not.toMatch(/Max-Age|Expires/);
    // Reading the session renews it without making it a remembered one.
    const read = await app.call('GET', '/api/auth/session', {
      user: asUser(headers.getSetCookie()),
    });
    expect(read.json.session.user.email).toBe(email);
    expect(read.headers.getSetCookie().join()).not.toMatch(/Max-Age=2592000/);
  });

  test('the email address is case-insensitive', async () => {
    const { email } = await app.as('subscriber');
    expect((await signIn({ email: ` ${email.toUpperCase()} `, password: PASSWORD })).status).toBe(
      200,
    );
  });

  test('a wrong password and an unknown address get the same answer', async () => {
    const { email } = await app.as('subscriber');
    const wrong = await signIn({ email, password: 'not-the-password' });
    const unknown = await signIn({ email: 'nobody@example.test', password: PASSWORD });
    expect(wrong.status).toBe(401);
    expect(wrong.json).toEqual(unknown.json);
    expect(wrong.json.detail).toBe('Invalid email or password');
  });

  test('an unknown address takes as long as a wrong password', async () => {
    const { email } = await app.as('subscriber');
    const time = async (address: string) => {
      const start = performance.now();
      await signIn({ email: address, password: 'not-the-password' });
      return performance.now() - start;
    };
    const wrong: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      wrong.push(await time(email));
      unknown.push(await time('nobody@example.test'));
    }
    // Without hashing it takes a twentieth of the time.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...wrong) / 3);
  });

  test.each([
    [{ email: 'a\0b@example.test', password: PASSWORD }, 400],
    [{ email: "' or 1=1 --", password: PASSWORD }, 401],
    [{ email: '\ud800@example.test', password: PASSWORD }, 400],
    [{ email: 'x'.repeat(300), password: PASSWORD }, 400],
    [{ email: 'a@example.test', password: 'x'.repeat(129) }, 400],
    [{ email: { $ne: '' }, password: PASSWORD }, 400],
    [{}, 400],
  ])('hostile input never causes a server error: %j', async (body, status) => {
    expect((await signIn(body)).status).toBe(status);
  });

  test('after ten wrong passwords in 15 minutes the right one is rate limited too', async () => {
    const { email } = await app.as('subscriber');
    for (let i = 0; i < 10; i += 1) {
      expect((await signIn({ email, password: 'wrong-password' })).status).toBe(401);
    }
    const blocked = await signIn({ email, password: PASSWORD });
    expect(blocked.status).toBe(429);
    expect(blocked.json.detail).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
  });

  test('a successful sign-in resets the count of wrong attempts', async () => {
    const { email } = await app.as('subscriber');
    for (let i = 0; i < 9; i += 1) await signIn({ email, password: 'wrong-password' });
    expect((await signIn({ email, password: PASSWORD })).status).toBe(200);
    expect((await signIn({ email, password: PASSWORD })).status).toBe(200);
  });
});

describe('sessions', () => {
  test('using a session renews it, remembered or not', async () => {
    const newUser = await app.as('subscriber');
    await app.call('POST', '/api/auth/sign-out', { user: newUser });
    const user = { ...newUser, cookie: await app.signIn(newUser.email) };
    expect(user.cookie).toContain('velvet.dont_remember');
    await expireIn(user, '2 hours');
    await sessionOf(user);
    expect(await hoursLeft(user)).toBe(24);

    await app.call('POST', '/api/auth/sign-out', { user });
    const { headers } = await signIn({ email: user.email, password: PASSWORD, rememberMe: true });
    await expireIn(user, '5 days');
    const read = await app.call('GET', '/api/auth/session', {
      user: asUser([sessionCookie(headers)]),
    });
    expect(await hoursLeft(user)).toBe(30 * 24);
    expect(sessionCookie(read.headers)).toContain('Max-Age=2592000');
  });

  test('an expired session is invalid', async () => {
    const user = await app.as('subscriber');
    await expireIn(user, '-1 second');
    expect(await sessionOf(user)).toBeNull();
    expect((await app.call('GET', '/api/account', { user })).status).toBe(401);
  });

  test('a cookie with a forged signature is invalid', async () => {
    const user = await app.as('admin');
    const forged = user.cookie.replace(/session_token=([^.]+)\.[^;]+/, 'session_token=$1.AAAA');
    expect(await sessionOf({ ...user, cookie: forged })).toBeNull();
  });

  test('signing out deletes the session as well as the cookie', async () => {
    const user = await app.as('subscriber');
    const out = await app.call('POST', '/api/auth/sign-out', { user });
    expect(sessionCookie(out.headers)).toContain('Max-Age=0');
    expect(await sessionOf(user)).toBeNull();
    expect(await app.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([]);
  });

  test('signing out twice or as a visitor succeeds', async () => {
    const user = await app.as('subscriber');
    await app.call('POST', '/api/auth/sign-out', { user });
    expect((await app.call('POST', '/api/auth/sign-out', { user })).status).toBe(200);
    expect((await app.call('POST', '/api/auth/sign-out')).status).toBe(200);
  });

  test('a bearer token works like the cookie until it is signed out', async () => {
    const { email } = await app.as('subscriber');
    const { json } = await signIn({ email, password: PASSWORD });
    const bearer = (method: string, address: string) =>
      app.app.request(address, { method, headers: { authorization: `Bearer ${json.token}` } });
    expect((await bearer('GET', '/api/account')).status).toBe(200);
    expect((await bearer('POST', '/api/auth/sign-out')).status).toBe(200);
    expect((await bearer('GET', '/api/account')).status).toBe(401);
  });
});

describe('changing the password', () => {
  const change = (user: TestUser, currentPassword: string, newPassword: string) =>
    app.call('POST', '/api/auth/change-password', {
      user,
      body: { currentPassword, newPassword },
    });

  test.each(['admin', 'staff', 'influencer', 'subscriber'] as const)(
    '%s: other sessions end, the current one continues, and only the new password is valid',
    async (role) => {
      const user = await app.as(role);
      const elsewhere = { ...user, cookie: await app.signIn(user.email) };
      await app.db.update(users).set({ mustChangePassword: true }).where(eq(users.id, user.id));
      expect((await change(user, PASSWORD, 'a-new-password')).status).toBe(200);
      expect(await sessionOf(user)).not.toBeNull();
      expect(await sessionOf(elsewhere)).toBeNull();
      expect((await signIn({ email: user.email, password: PASSWORD })).status).toBe(401);
      expect((await signIn({ email: user.email, password: 'a-new-password' })).status).toBe(200);
      const [row] = await app.db.select().from(users).where(eq(users.id, user.id));
      expect(row!.mustChangePassword).toBe(false);
    },
  );

  test('a wrong current password changes nothing and is rate limited after ten attempts', async () => {
    const user = await app.as('influencer');
    for (let i = 0; i < 10; i += 1) {
      expect((await change(user, 'wrong', 'a-new-password')).status).toBe(401);
    }
    expect((await change(user, PASSWORD, 'a-new-password')).status).toBe(429);
    expect((await signIn({ email: user.email, password: PASSWORD })).status).toBe(200);
  });

  test('short new passwords and visitors are rejected', async () => {
    const user = await app.as('subscriber');
    const short = await change(user, PASSWORD, 'short');
    expect(short.json.errors).toEqual([
      { path: 'newPassword', message: 'Password must be at least 8 characters long' },
    ]);
    const visitor = await app.call('POST', '/api/auth/change-password', { body: {} });
    expect(visitor.status).toBe(401);
  });
});
