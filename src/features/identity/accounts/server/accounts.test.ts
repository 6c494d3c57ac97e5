import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { credentials, sessions, userRoles, users } from './accounts.table.ts';
import { profiles } from './profiles.table.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ REQUIRE_CONFIRMED_EMAIL: 'false' });
});
afterAll(() => app.close());
beforeEach(() => app.limits.signUp.reset('local'));

const fan = (email: string) => ({
  email,
  password: PASSWORD,
  gender: 'female',
  sexualPreference: 'straight',
  dateOfBirth: '1990-04-01',
  preferences: ['Cosplay', 'Fitness'],
});

/** Signs up while this table rejects writes. */
async function signUpWithFailingTable(table: 'profiles' | 'user_roles', body: object) {
  const renamedTable = `${table}_away`;
  await app.db.execute(
    sql`alter table ${sql.identifier(table)} rename to ${sql.identifier(renamedTable)}`,
  );
  try {
    return await app.call('POST', '/api/fans', { body });
  } finally {
    await app.db.execute(
      sql`alter table ${sql.identifier(renamedTable)} rename to ${sql.identifier(table)}`,
    );
  }
}

describe('fan sign-up', () => {
  test('a fan who signs up can sign in and is a subscriber', async () => {
    const signUp = await app.call('POST', '/api/fans', { body: fan('New.Fan@example.test') });
    expect(signUp.status).toBe(200);
    const cookie = await app.signIn('new.fan@example.test');
    const { json } = await app.call('GET', '/api/auth/session', {
      user: { id: '', email: '', cookie },
    });
    expect(json.session).toMatchObject({
      role: 'subscriber',
      user: { email: 'new.fan@example.test' },
    });
  });

  test('the sign-up signs the fan in, until the browser closes', async () => {
    const body = fan('signed-in@example.test');
    const response = await app.app.request('/api/fans', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const attributes of cookies) {
      expect(attributes).toMatch(/^velvet\.(session_token|device)=/);
      expect(attributes).toContain('HttpOnly');
    }
    // The browser stays known, but the session ends with it.
    expect(cookies[0]).toMatch(/^velvet\.session_token=/);
    expect(cookies[0]).not.toContain('Max-Age');
    const cookie = cookies.map((attributes) => attributes.split(';')[0]).join('; ');
    const { json } = await app.call('GET', '/api/auth/session', {
      user: { id: '', email: '', cookie },
    });
    expect(json.session).toMatchObject({ role: 'subscriber', user: { email: body.email } });
    expect(await response.json()).toEqual({ isSignedIn: true });
  });

  test('a refused sign-up creates no session and sets no cookie', async () => {
    const staff = await app.as('staff');
    const sessionsOf = () =>
      app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, staff.id));
    const before = await sessionsOf();
    const response = await app.app.request('/api/fans', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fan(staff.email)),
    });
    expect(response.status).toBe(409);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await sessionsOf()).toEqual(before);
  });

  test('a fan may prefer not to say gender and sexual preference', async () => {
    const silent = { gender: 'prefer-not-to-say', sexualPreference: 'prefer-not-to-say' };
    const body = { ...fan('silent@example.test'), ...silent };
    expect((await app.call('POST', '/api/fans', { body })).status).toBe(200);
    const [profile] = await app.db.select().from(profiles).where(eq(profiles.email, body.email));
    expect(profile).toMatchObject({ gender: 'prefer-not-to-say' });
  });

  test('the fan’s answers are stored, the password only as a hash', async () => {
    await app.call('POST', '/api/fans', { body: fan('kept@example.test') });
    const [profile] = await app.db
      .select()
      .from(profiles)
      .where(eq(profiles.email, 'kept@example.test'));
    expect(profile).toMatchObject({
      gender: 'female',
      dateOfBirth: '1990-04-01',
    });
    const [credential] = await app.db
      .select()
      .from(credentials)
      .where(eq(credentials.userId, profile!.id));
    expect(credential!.password).not.toContain(PASSWORD);
  });

  test('a second sign-up with the same address is rejected and changes nothing', async () => {
    await app.call('POST', '/api/fans', { body: fan('twice@example.test') });
    const again = await app.call('POST', '/api/fans', {
      body: { ...fan('TWICE@example.test'), password: 'another-password' },
    });
    expect(again.status).toBe(409);
    expect(again.json).toMatchObject({
      code: 'email-taken',
      detail: 'This email is already registered. Please try logging in instead.',
    });
    expect(await app.signIn('twice@example.test')).toContain('velvet.session_token');
  });

  test('a staff member who signs up as a fan stays staff', async () => {
    const staff = await app.as('staff');
    expect((await app.call('POST', '/api/fans', { body: fan(staff.email) })).status).toBe(409);
    const [role] = await app.db.select().from(userRoles).where(eq(userRoles.userId, staff.id));
    expect(role!.role).toBe('staff');
  });

  test('a double submit creates one account and no error page', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call('POST', '/api/fans', { body: fan('double@example.test') })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    for (const { json } of refused) {
      expect(json.detail).toMatch(/ Please try logging in instead\.$/);
    }
  });

  test('the server validates each field by the same rules as the form', async () => {
    const errorsOf = async (change: object) => {
      const body = { ...fan('strict@example.test'), ...change };
      const { status, json } = await app.call('POST', '/api/fans', { body });
      expect(status).toBe(400);
      return json.errors;
    };
    expect(await errorsOf({ email: 'nope', dateOfBirth: '2015-01-01', password: 'short' })).toEqual(
      [
        { path: 'dateOfBirth', message: 'You must be 18 or older to join' },
        { path: 'email', message: 'Please enter a valid email address' },
        { path: 'password', message: 'Password must be at least 8 characters long' },
      ],
    );
    expect(await errorsOf({ preferences: [], specialDataConsent: true })).toEqual([
      { path: 'preferences', message: 'Please select at least one category' },
    ]);
  });

  test.each([
    ['a role of its own choice', { role: 'admin' }, 200],
    ['a password in other scripts', { password: 'пароль-密码-🔐-كلمة' }, 200],
    ['a NUL in the address', { email: 'a\0b@example.test' }, 400],
    ['a list as address', { email: ['a@example.test'] }, 400],
    ['a very long password', { password: 'x'.repeat(100_000) }, 400],
    ['a thousand categories', { preferences: Array(1000).fill('Goth') }, 400],
    ['an object as date', { dateOfBirth: { $gt: '' } }, 400],
  ])('hostile input never causes a server error: %s', async (name, change, expected) => {
    const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.test`;
    const { status } = await app.call('POST', '/api/fans', {
      body: { ...fan(email), ...change },
    });
    expect(status).toBe(expected);
    if (expected !== 200) return;
    const [user] = await app.db
      .select({ role: userRoles.role })
      .from(users)
      .innerJoin(userRoles, eq(userRoles.userId, users.id))
      .where(eq(users.email, email));
    expect(user!.role).toBe('subscriber');
  });

  test('no account is created when the role cannot be assigned', async () => {
    const failed = await signUpWithFailingTable('user_roles', fan('half@example.test'));
    expect(failed.status).toBe(500);
    expect(failed.json.detail).toBe('Failed to assign subscriber role. Please contact support.');
    const rows = await app.db.select().from(users).where(eq(users.email, 'half@example.test'));
    expect(rows).toEqual([]);
  });

  test('a failed sign-up is reported without internal details', async () => {
    const failed = await signUpWithFailingTable('profiles', fan('none@example.test'));
    expect(failed.status).toBe(500);
    expect(failed.json.detail).toBe('Failed to create user account');
    expect(JSON.stringify(failed.json)).not.toContain('profiles');
  });

  test('one IP address may attempt thirty sign-ups an hour', async () => {
    const codes: number[] = [];
    for (let i = 0; i < 31; i += 1) {
      const { status } = await app.call('POST', '/api/fans', { body: fan('twice@example.test') });
      codes.push(status);
    }
    expect(codes.filter((status) => status === 429)).toHaveLength(1);
  });
});

const NO_ANSWERS = {
  gender: null,
  sexualPreference: null,
  preferences: [],
  specialDataConsent: false,
};

describe('the account page', () => {
  test('a fan reads and saves preferences; the email address does not change', async () => {
    const user = await app.as('subscriber');
    const answers = { sexualPreference: 'asexual', preferences: ['Goth'] };
    const body = { gender: 'non-binary', ...answers, specialDataConsent: true };
    const saved = await app.call('PUT', '/api/account', {
      user,
      body: { ...body, email: 'other@example.test' },
    });
    expect(saved.status).toBe(200);
    const { json } = await app.call('GET', '/api/account', { user });
    expect(json).toEqual({ ...body, email: user.email, displayName: expect.any(String) });
  });

  test('a fan chooses a name, which the session and the back office show, and removes it', async () => {
    const user = await app.as('subscriber');
    const staff = await app.as('staff');
    const body = NO_ANSWERS;
    const names = async () => [
      (await app.call('GET', '/api/account', { user })).json.displayName,
      (await app.call('GET', '/api/auth/session', { user })).json.session.user.fullName,
      (await app.call('GET', `/api/users?search=${user.email}`, { user: staff })).json.rows[0]
        .fullName,
    ];
    const save = async (displayName?: string) =>
      (await app.call('PUT', '/api/account', { user, body: { ...body, displayName } })).status;

    expect(await save(`  ${'x'.repeat(50)} `)).toBe(200);
    expect(await names()).toEqual(Array(3).fill('x'.repeat(50)));
    expect(await save('x'.repeat(51))).toBe(400);
    expect(await save()).toBe(200);
    expect(await names()).toEqual(Array(3).fill('x'.repeat(50)));
    expect(await save('')).toBe(200);
    expect(await names()).toEqual(Array(3).fill(''));
  });

  test('preferences and password are saved together or not at all', async () => {
    const user = await app.as('subscriber');
    const answers = { sexualPreference: 'gay', preferences: ['Nerdy'] };
    const body = { gender: 'male', ...answers, specialDataConsent: true };
    const refused = await app.call('PUT', '/api/account', {
      user,
      body: { ...body, password: { currentPassword: 'wrong', newPassword: 'brand-new-one' } },
    });
    expect(refused).toMatchObject({
      status: 401,
      json: { code: 'invalid-credentials', detail: 'Your current password is incorrect' },
    });
    expect((await app.call('GET', '/api/account', { user })).json.preferences).toEqual([]);

    const saved = await app.call('PUT', '/api/account', {
      user,
      body: { ...body, password: { currentPassword: PASSWORD, newPassword: 'brand-new-one' } },
    });
    expect(saved.status).toBe(200);
    expect((await app.call('GET', '/api/account', { user })).json.preferences).toEqual(['Nerdy']);
    expect(await app.signIn(user.email, 'brand-new-one')).toContain('velvet.session_token');
  });

  test('more than five preferences are refused', async () => {
    const user = await app.as('subscriber');
    const preferences = ['Goth', 'Nerdy', 'Beauty', 'Cosplay', 'Fitness', 'Blonde'];
    const body = { ...NO_ANSWERS, preferences };
    const { status, json } = await app.call('PUT', '/api/account', { user, body });
    expect(status).toBe(400);
    expect(json.detail).toBe('Maximum 5 categories selected');
  });

  test('an influencer reads name, email and phone', async () => {
    const user = await app.as('influencer', { phone: '+1 555 0100' });
    const { json } = await app.call('GET', '/api/account/contact', { user });
    expect(json).toMatchObject({ email: user.email, phone: '+1 555 0100' });
  });

  test('fans have preferences, everyone else has contact data', async () => {
    const body = NO_ANSWERS;
    const statusesFor = async (user?: TestUser) => [
      (await app.call('GET', '/api/account', { user })).status,
      (await app.call('PUT', '/api/account', { user, body })).status,
      (await app.call('GET', '/api/account/contact', { user })).status,
    ];
    expect(await statusesFor()).toEqual([401, 401, 401]);
    expect(await statusesFor(await app.as('subscriber'))).toEqual([200, 200, 403]);
    expect(await statusesFor(await app.as('influencer'))).toEqual([403, 403, 200]);
    expect(await statusesFor(await app.as('staff'))).toEqual([403, 403, 200]);
    expect(await statusesFor(await app.as('admin'))).toEqual([403, 403, 200]);
  });
});
