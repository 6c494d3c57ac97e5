import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueOneTimeToken } from '#src/features/identity/auth/server/one-time-tokens.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { credentials, verifications } from './accounts.table.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const LEAKED = 'This password is on a list of leaked passwords. Choose another one.';
const GUESSABLE = 'This password is easy to guess. Add another word or two.';
const PERSONAL = 'Don’t use your name, your email address or “Velvet Rope” in your password.';

type Choice = { field: string; choose: (password: string) => ReturnType<TestApp['call']> };
let count = 0;
const newEmail = () => `magdalena.quill${++count}@example.test`;

/** Every place where a password is chosen. */
const PLACES: Record<string, () => Promise<Choice>> = {
  'signing up': async () => ({
    field: 'password',
    choose: (password) =>
      app.call('POST', '/api/fans', {
        body: {
          gender: 'female',
          sexualPreference: 'other',
          dateOfBirth: '1990-01-01',
          preferences: ['Cosplay'],
          email: newEmail(),
          password,
        },
      }),
  }),
  'changing the password': async () => {
    const user = await app.as('influencer');
    return {
      field: 'newPassword',
      choose: (newPassword) =>
        app.call('POST', '/api/auth/change-password', {
          user,
          body: { currentPassword: PASSWORD, newPassword },
        }),
    };
  },
  'changing it with a fan’s account': async () => {
    const user = await app.as('subscriber');
    const preferences = {
      gender: null,
      sexualPreference: null,
      preferences: ['Cosplay'],
      specialDataConsent: false,
    };
    return {
      field: 'newPassword',
      choose: (newPassword) =>
        app.call('PUT', '/api/account', {
          user,
          body: { ...preferences, password: { currentPassword: PASSWORD, newPassword } },
        }),
    };
  },
  'resetting it by a link': async () => {
    const user = await app.as('subscriber');
    const use = { purpose: 'password-reset', subject: user.id };
    const token = await issueOneTimeToken(app.db, use, 1);
    return {
      field: 'newPassword',
      choose: (newPassword) =>
        app.call('POST', '/api/auth/reset-password', { body: { token, newPassword } }),
    };
  },
  'setting up the first admin': async () => {
    const token = await issueOneTimeToken(app.db, { purpose: 'first-admin' }, 1);
    return {
      field: 'password',
      choose: (password) =>
        app.call('POST', '/api/setup', {
          body: { token, fullName: 'Ada', email: newEmail(), password },
        }),
    };
  },
  'creating a user': async () => {
    const user = await app.as('staff');
    return {
      field: 'password',
      choose: (password) =>
        app.call('POST', '/api/users', {
          user,
          body: { email: newEmail(), password, fullName: 'Quill', role: 'subscriber' },
        }),
    };
  },
  'creating an influencer': async () => {
    const user = await app.as('staff');
    return {
      field: 'password',
      choose: (password) =>
        app.call('POST', '/api/influencers', {
          user,
          body: {
            email: newEmail(),
            password,
            fullName: 'Magdalena Quill',
            phone: '+1 555 0100',
            whyJoin: 'To grow',
          },
        }),
    };
  },
};

// The first admin comes first: there is none yet.
const names = Object.keys(PLACES).sort((a) => (a.includes('first admin') ? -1 : 1));
describe.each(names)('%s', (name) => {
  test('refuses passwords that are short or easy to guess, and accepts eight characters that are neither', async () => {
    const { field, choose } = await PLACES[name]!();
    for (const [password, message] of [
      ['seven-c', 'Password must be at least 8 characters long'],
      ['qwertyuiop', LEAKED],
      ['Password123', LEAKED],
      ['P@ssword2024', GUESSABLE],
      ['aaaaaaaaaaaa', GUESSABLE],
      ['velvetrope99', PERSONAL],
    ] as const) {
      const { status, json } = await choose(password);
      const at = json.errors?.[0]?.path.split('.').at(-1);
      expect([password, status, at, json.errors?.[0]?.message]).toEqual([
        password,
        400,
        field,
        message,
      ]);
    }
    expect((await choose('kf7#qpz2')).status).toBe(200);
  });
});

test('one’s own address is no password', async () => {
  const user: TestUser = await app.as('subscriber', {});
  const { json } = await app.call('POST', '/api/auth/change-password', {
    user,
    body: { currentPassword: PASSWORD, newPassword: user.email },
  });
  expect(json.detail).toBe(PERSONAL);
});

test('the current password is refused as a new one, also by a link, which stays usable', async () => {
  const user = await app.as('subscriber');
  const before = await app.db.select().from(credentials).where(eq(credentials.userId, user.id));
  const change = await app.call('POST', '/api/auth/change-password', {
    user,
    body: { currentPassword: PASSWORD, newPassword: PASSWORD },
  });
  const message = 'Please choose a password other than your current one';
  expect(change.json.errors).toEqual([{ path: 'newPassword', message }]);
  const token = await issueOneTimeToken(app.db, { purpose: 'password-reset', subject: user.id }, 1);
  const reset = (newPassword: string) =>
    app.call('POST', '/api/auth/reset-password', { body: { token, newPassword } });
  expect((await reset(PASSWORD)).json.errors).toEqual([{ path: 'newPassword', message }]);
  expect(await app.db.select().from(credentials).where(eq(credentials.userId, user.id))).toEqual(
    before,
  );
  expect((await reset('lantern-otter-quilt')).status).toBe(200);
  const left = eq(verifications.identifier, `password-reset:${user.id}`);
  expect(await app.db.select().from(verifications).where(left)).toEqual([]);
});

test('a weak password gets the same answer whether or not the address has an account', async () => {
  const { email } = await app.as('subscriber');
  const signUp = async (address: string) => {
    const { status, json } = await app.call('POST', '/api/fans', {
      body: {
        gender: 'female',
        sexualPreference: 'other',
        dateOfBirth: '1990-01-01',
        preferences: ['Cosplay'],
        email: address,
        password: 'qwertyuiop',
      },
    });
    return [status, json];
  };
  expect(await signUp(email)).toEqual(await signUp(newEmail()));
});
