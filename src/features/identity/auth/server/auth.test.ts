import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  credentials,
  sessions,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { countDerivations } from '#src/features/identity/accounts/server/count-derivations.testing.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { sweepSessions } from './sessions.ts';

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
/** Lets a session expire in a time, as if it was last used six minutes ago. */
const expireIn = (user: TestUser, time: string) =>
  app.db
    .update(sessions)
    .set({
      expiresAt: sql`now() + ${time}::interval`,
      updatedAt: sql`now() - interval '6 minutes'`,
    })
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

  test('an unknown address costs the derivation of a key, like a wrong password', async () => {
    const { email } = await app.as('subscriber');
    for (const address of [email, 'nobody@example.test']) {
      const attempt = () => signIn({ email: address, password: 'not-the-password' });
      expect(await countDerivations(attempt)).toBe(1);
    }
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

  test.each([
    ['admin', false, 2, 12],
    ['staff', true, 4 * 24, 14 * 24],
    ['influencer', false, 24, 7 * 24],
    ['subscriber', true, 30 * 24, 180 * 24],
  ] as const)(
    'a session of %s, remembered: %s, ends %i hours after its last use and %i hours after signing in',
    async (role, rememberMe, idle, absolute) => {
      const newUser = await app.as(role);
      await app.call('POST', '/api/auth/sign-out', { user: newUser });
      const { headers } = await signIn({ email: newUser.email, password: PASSWORD, rememberMe });
      const user = { ...newUser, ...asUser(headers.getSetCookie()), id: newUser.id };
      expect(await hoursLeft(user)).toBe(idle);
      await expireIn(user, '1 hour');
      await app.db
        .update(sessions)
        .set({
          createdAt: sql`now() - ${`${absolute - 1} hours`}::interval`,
          updatedAt: sql`now() - interval '6 minutes'`,
        })
        .where(eq(sessions.userId, user.id));
      expect(await sessionOf(user)).not.toBeNull();
      expect(await hoursLeft(user)).toBe(1);
    },
  );

  test('signing in ends the earlier session of the browser, and no other', async () => {
    const [first, second] = [await app.as('subscriber'), await app.as('influencer')];
    const elsewhere = { ...first, cookie: await app.signIn(first.email) };
    await app.app.request('/api/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: first.cookie },
      body: JSON.stringify({ email: second.email, password: PASSWORD }),
    });
    expect(await sessionOf(first)).toBeNull();
    expect(await sessionOf(elsewhere)).not.toBeNull();
  });

  test('expired sessions are deleted by a job, and others are not', async () => {
    const [expired, user] = [await app.as('subscriber'), await app.as('subscriber')];
    await expireIn(expired, '-1 second');
    await sweepSessions(app.db);
    const left = app.db.select({ userId: sessions.userId }).from(sessions);
    const owners = (await left).map(({ userId }) => userId);
    expect(owners).toContain(user.id);
    expect(owners).not.toContain(expired.id);
  });

  test('page scripts never receive the session', async () => {
    const { email } = await app.as('subscriber');
    const { json, headers } = await signIn({ email, password: PASSWORD });
    expect(json).toEqual({});
    for (const cookie of headers.getSetCookie()) expect(cookie).toContain('HttpOnly');
  });

  test('signing out clears pictures and drafts from the browser', async () => {
    const user = await app.as('subscriber');
    const { headers } = await app.call('POST', '/api/auth/sign-out', { user });
    expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
  });

  test('a refusal after the session has ended clears pictures, and leaves drafts and cookies', async () => {
    const [ended, suspended] = [await app.as('subscriber'), await app.as('subscriber')];
    await expireIn(ended, '-1 second');
    await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
    for (const user of [ended, suspended]) {
      const { status, headers } = await app.call('GET', '/api/account', { user });
      expect([401, 403]).toContain(status);
      expect(headers.get('clear-site-data')).toBe('"cache"');
      // The cookie may be that of a later sign-in by now.
      expect(headers.getSetCookie()).toEqual([]);
    }
    const user = await app.as('subscriber');
    const { headers } = await app.call('GET', '/api/account', { user });
    expect(headers.has('clear-site-data')).toBe(false);
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

  test('an API client gets a bearer token without a cookie, which works until it is signed out', async () => {
    const { email } = await app.as('subscriber');
    const { json, headers } = await app.call('POST', '/api/auth/token', {
      body: { email, password: PASSWORD },
    });
    expect(headers.getSetCookie()).toEqual([]);
    const bearer = (method: string, address: string) =>
      app.app.request(address, { method, headers: { authorization: `Bearer ${json.token}` } });
    expect((await bearer('GET', '/api/account')).status).toBe(200);
    await app.db.update(sessions).set({ updatedAt: sql`now() - interval '6 minutes'` });
    expect((await bearer('GET', '/api/auth/session')).headers.getSetCookie()).toEqual([]);
    expect((await bearer('POST', '/api/auth/sign-out')).status).toBe(200);
    expect((await bearer('GET', '/api/account')).status).toBe(401);
  });

  test('signing in stores the password’s hash anew if its algorithm or cost is outdated', async () => {
    const user = await app.as('subscriber');
    // Created with scrypt by an earlier version.
    const earlier =
      'cadd6d5d5954e89f862d5eb9496bd32b:e98953c57d451b2824c8c3e643287c2e424cd9dad594b2172f976d8264a761c69cc260487484cb0eee582ee1c5c5a25b8419920379f013500d40add6277c177f';
    const stored = app.db
      .select({ hash: credentials.password })
      .from(credentials)
      .where(eq(credentials.userId, user.id));
    await app.db
      .update(credentials)
      .set({ password: earlier })
      .where(eq(credentials.userId, user.id));
    expect((await signIn({ email: user.email, password: 'wrong-password' })).status).toBe(401);
    expect(await stored).toEqual([{ hash: earlier }]);
    expect((await signIn({ email: user.email, password: PASSWORD })).status).toBe(200);
    const [{ hash }] = (await stored) as [{ hash: string }];
    expect(hash).toMatch(/^\$argon2id\$v=19\$/);
    expect((await signIn({ email: user.email, password: PASSWORD })).status).toBe(200);
    expect(await stored).toEqual([{ hash }]);
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
