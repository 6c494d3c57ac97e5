import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import {
  addPasskey,
  createAuthenticator,
  signInWithPasskey,
  type Authenticator,
} from '#src/features/identity/second-factor/server/authenticator.testing.ts';
import { passkeyChallenges } from '#src/features/identity/second-factor/server/passkeys.table.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let fan: TestUser;
let authenticator: Authenticator;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  fan = await app.as('subscriber');
  ({ authenticator } = await addPasskey(app, fan));
});
afterAll(() => app.close());

type Answer = Awaited<ReturnType<TestApp['call']>>;
const outcome = ({ status, json }: Answer) => json.code ?? status;
const passkeysOf = async (user: TestUser) =>
  (await app.call('GET', '/api/account/second-factor', { user })).json.passkeys;
/** The user in the browser that received these cookies. */
const withCookies = (user: TestUser, { headers }: Answer): TestUser => ({
  ...user,
  cookie: headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; '),
});
/** As if the user had signed in more than ten minutes ago. */
const age = (user: TestUser) =>
  app.db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '11 minutes'` })
    .where(eq(sessions.userId, user.id));
/** As if five minutes had passed. */
const ageChallenges = () =>
  app.db.update(passkeyChallenges).set({ expiresAt: sql`now() - interval '1 second'` });

describe('signing in with a passkey', () => {
  test('needs neither email nor password nor code, and the session is confirmed', async () => {
    const answer = await signInWithPasskey(app, authenticator);
    expect(answer.status).toBe(200);
    const user = withCookies(fan, answer);
    const { json } = await app.call('GET', '/api/auth/session', { user });
    expect(json.session).toMatchObject({ user: { id: fan.id }, role: 'subscriber' });
    expect((await app.call('GET', '/api/auth/confirmation', { user })).status).toBe(200);
    expect((await passkeysOf(fan))[0].lastUsedAt).toEqual(expect.any(String));
    const mails = await queuedMails(app, fan.email);
    expect(mails.map(({ subject }) => subject)).toContain('New sign-in to your account');
  });

  test('is refused for a challenge that was used, has expired, or was for something else', async () => {
    const request = async () => (await app.call('POST', '/api/auth/passkey/options')).json;
    const signIn = async (body: unknown) =>
      outcome(await app.call('POST', '/api/auth/passkey', { body }));
    const options = await request();
    expect(await signIn(authenticator.use(options))).toBe(200);
    expect(await signIn(authenticator.use(options))).toBe('invalid-passkey');

    const failed = await request();
    expect(await signIn(authenticator.use(failed, { isUserVerified: false }))).toBe(
      'invalid-passkey',
    );
    expect(await signIn(authenticator.use(failed))).toBe('invalid-passkey');

    const late = await request();
    await ageChallenges();
    expect(await signIn(authenticator.use(late))).toBe('invalid-passkey');

    const path = '/api/auth/confirmation/passkey/options';
    const { json: toConfirm } = await app.call('POST', path, { user: fan });
    expect(await signIn(authenticator.use(toConfirm))).toBe('invalid-passkey');
  });

  test('is accepted once if the same answer is sent twice at the same time', async () => {
    const { json } = await app.call('POST', '/api/auth/passkey/options');
    const body = authenticator.use(json);
    const send = async () => outcome(await app.call('POST', '/api/auth/passkey', { body }));
    expect((await Promise.all([send(), send()])).map(String).toSorted()).toEqual([
      '200',
      'invalid-passkey',
    ]);
  });

  test.each([
    ['made for another site', { origin: 'https://velvet-rope.example.test' }],
    ['made for another host', { rpId: 'example.test' }],
    ['that did not verify the user', { isUserVerified: false }],
    ['whose count of uses goes back', { counter: 1 }],
    ['that names another user', { userHandle: 'c29tZWJvZHktZWxzZQ' }],
  ])('is refused with an answer %s', async (_, deviation) => {
    expect(await signInWithPasskey(app, authenticator)).toMatchObject({ status: 200 });
    const { status, json } = await signInWithPasskey(app, authenticator, deviation);
    expect({ status, code: json.code }).toEqual({ status: 401, code: 'invalid-passkey' });
    expect(await signInWithPasskey(app, authenticator)).toMatchObject({ status: 200 });
  });

  test('is refused with the signature of another passkey', async () => {
    const { authenticator: other } = await addPasskey(app, await app.as('subscriber'));
    const { json } = await app.call('POST', '/api/auth/passkey/options');
    const { response, ...rest } = authenticator.use(json);
    const { signature } = other.use(json).response;
    const body = { ...rest, response: { ...response, signature } };
    expect(outcome(await app.call('POST', '/api/auth/passkey', { body }))).toBe('invalid-passkey');
  });

  test('is refused with a passkey that was removed or never added', async () => {
    const [added] = await passkeysOf(fan);
    await app.call('DELETE', `/api/account/passkeys/${added.id}`, { user: fan });
    expect(outcome(await signInWithPasskey(app, authenticator))).toBe('invalid-passkey');
    const stranger = createAuthenticator(app);
    const { json } = await app.call('POST', '/api/account/passkeys/options', { user: fan });
    stranger.create(json);
    expect(outcome(await signInWithPasskey(app, stranger))).toBe('invalid-passkey');
  });

  test('is refused while the user is suspended', async () => {
    await app.db.update(users).set({ banned: true }).where(eq(users.id, fan.id));
    expect(outcome(await signInWithPasskey(app, authenticator))).toBe('suspended');
  });

  test('does not replace choosing an own password', async () => {
    await app.db.update(users).set({ mustChangePassword: true }).where(eq(users.id, fan.id));
    const user = withCookies(fan, await signInWithPasskey(app, authenticator));
    expect(outcome(await app.call('GET', '/api/feed', { user }))).toBe('password-change-required');
  });

  test('of staff is recorded in the audit trail', async () => {
    const staff = await app.as('staff');
    const { authenticator: own } = await addPasskey(app, staff);
    await signInWithPasskey(app, own);
    const { rows } = await app.db.execute(sql`
      select after from audit_entries where action = 'signed-in' and entity_id = ${staff.id}`);
    expect(rows).toEqual([{ after: { secondFactor: true, passkey: true } }]);
  });
});

describe('confirming the identity with a passkey', () => {
  const PATH = '/api/auth/confirmation/passkey';
  const options = async (user: TestUser) =>
    (await app.call('POST', `${PATH}/options`, { user })).json;
  const confirm = async (user: TestUser, body: unknown) =>
    outcome(await app.call('POST', PATH, { user, body }));
  const isConfirmed = async (user: TestUser) =>
    (await app.call('GET', '/api/auth/confirmation', { user })).status === 200;

  test('confirms this session alone, also without a user handle', async () => {
    const elsewhere = withCookies(fan, await signInWithPasskey(app, authenticator));
    await age(fan);
    expect(await isConfirmed(fan)).toBe(false);
    const { response, ...used } = authenticator.use(await options(fan));
    const { userHandle: _, ...rest } = response;
    expect(await confirm(fan, { ...used, response: rest })).toBe(200);
    expect(await isConfirmed(fan)).toBe(true);
    expect(await isConfirmed(elsewhere)).toBe(false);
  });

  test('asks for the passkeys of the user alone, and refuses those of others', async () => {
    const other = await app.as('subscriber');
    const { authenticator: foreign } = await addPasskey(app, other);
    await age(fan);
    const requested = await options(fan);
    expect(requested.allowCredentials).toHaveLength(1);
    expect(await confirm(fan, foreign.use(requested))).toBe('invalid-passkey');
    const { response, ...used } = foreign.use(await options(fan));
    const { userHandle: _, ...rest } = response;
    expect(await confirm(fan, { ...used, response: rest })).toBe('invalid-passkey');
    expect(await isConfirmed(fan)).toBe(false);
  });

  test('refuses a challenge of another session or purpose, or of earlier', async () => {
    const elsewhere = withCookies(fan, await signInWithPasskey(app, authenticator));
    expect(await confirm(fan, authenticator.use(await options(elsewhere)))).toBe('invalid-passkey');
    const toSignIn = (await app.call('POST', '/api/auth/passkey/options')).json;
    expect(await confirm(fan, authenticator.use(toSignIn))).toBe('invalid-passkey');
    const toAdd = (await app.call('POST', '/api/account/passkeys/options', { user: fan })).json;
    const requested = { ...(await options(fan)), challenge: toAdd.challenge };
    expect(await confirm(fan, authenticator.use(requested))).toBe('invalid-passkey');
    const used = await options(fan);
    expect(await confirm(fan, authenticator.use(used))).toBe(200);
    expect(await confirm(fan, authenticator.use(used))).toBe('invalid-passkey');
  });

  test('replaces the password, which no longer confirms', async () => {
    await age(fan);
    const body = { currentPassword: PASSWORD };
    const { json } = await app.call('POST', '/api/auth/confirmation', { user: fan, body });
    expect(json.code).toBe('second-factor-required');
  });
});

// Last, because nobody can sign in with a passkey afterwards.
test('signing in is limited per network', async () => {
  const request = () => app.call('POST', '/api/auth/passkey/options');
  for (let count = 0; count < 100; count++) await request();
  expect(outcome(await request())).toBe('rate-limited');
});
