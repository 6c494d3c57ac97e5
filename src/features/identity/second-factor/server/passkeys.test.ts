import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { knownDevices } from '#src/features/identity/auth/server/known-devices.table.ts';
import { secureAccountUrl } from '#src/features/identity/auth/server/secure-account.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { addPasskey, createAuthenticator, signInWithPasskey } from './authenticator.testing.ts';
import { passkeyChallenges, passkeys } from './passkeys.table.ts';
import { currentCode, setUp } from './second-factor.testing.ts';

const ADDRESS = '/api/account/passkeys';
const SECOND_FACTOR = '/api/account/second-factor';

let app: TestApp;
let fan: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  fan = await app.as('subscriber');
});
afterAll(() => app.close());

type Answer = Awaited<ReturnType<TestApp['call']>>;
const outcome = ({ status, json }: Answer) => json.code ?? status;
const stateOf = async (user: TestUser) => (await app.call('GET', SECOND_FACTOR, { user })).json;
const subjects = async (user: TestUser) =>
  (await queuedMails(app, user.email)).map(({ subject }) => subject);
const remove = (user: TestUser, id: string) => app.call('DELETE', `${ADDRESS}/${id}`, { user });
const signInByPassword = async (user: TestUser, code?: string) =>
  app.call('POST', '/api/auth/sign-in', {
    body: { email: user.email, password: PASSWORD, ...(code !== undefined && { code }) },
  });
/** As if five minutes had passed. */
const ageChallenges = () =>
  app.db.update(passkeyChallenges).set({ expiresAt: sql`now() - interval '1 second'` });

describe('adding a passkey', () => {
  test('turns two-factor authentication on, shows recovery codes once, and is mailed', async () => {
    const { status, json } = await addPasskey(app, fan);
    expect(status).toBe(200);
    expect(json.recoveryCodes).toHaveLength(10);
    expect(await stateOf(fan)).toEqual({
      turnedOnAt: expect.any(String),
      isRequired: false,
      recoveryCodesLeft: 10,
      hasApp: false,
      passkeys: [
        {
          id: expect.any(String),
          name: 'Unknown device',
          addedAt: expect.any(String),
          lastUsedAt: null,
        },
      ],
    });
    expect(await subjects(fan)).toEqual(['A passkey was added']);
    const second = await addPasskey(app, fan);
    expect(second.json).toEqual({ recoveryCodes: [] });
    expect(await stateOf(fan)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test('asks for a discoverable passkey that verifies its user, and for no known one', async () => {
    await addPasskey(app, fan);
    const [{ credentialId } = { credentialId: '' }] = await app.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, fan.id));
    const { json } = await app.call('POST', `${ADDRESS}/options`, { user: fan });
    expect(json).toMatchObject({
      rp: { id: 'localhost', name: 'Velvet Rope' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: credentialId, type: 'public-key', transports: ['internal'] }],
    });
  });

  test.each([
    ['for another site', { origin: 'https://velvet-rope.example.test' }],
    ['for another host', { rpId: 'example.test' }],
    ['without verifying the user', { isUserVerified: false }],
    ['for a challenge of its own', { challenge: 'aG93IGNvbnZlbmllbnQ' }],
  ])('is refused %s', async (_, deviation) => {
    expect(outcome(await addPasskey(app, fan, deviation))).toBe('invalid-passkey');
    expect(await stateOf(fan)).toMatchObject({ turnedOnAt: null, passkeys: [] });
  });

  test('is refused a second time, later, in another session, and for a sign-in', async () => {
    const options = async (user: TestUser) =>
      (await app.call('POST', `${ADDRESS}/options`, { user })).json;
    const add = async (user: TestUser, body: unknown) =>
      outcome(await app.call('POST', ADDRESS, { user, body }));
    const created = createAuthenticator(app).create(await options(fan));
    const elsewhere = { ...fan, cookie: await app.signIn(fan.email) };
    expect(await add(elsewhere, created)).toBe('invalid-passkey');
    expect(await add(await app.as('subscriber'), created)).toBe('invalid-passkey');
    expect(await add(fan, created)).toBe(200);
    await app.db.delete(passkeys).where(eq(passkeys.userId, fan.id));
    expect(await add(fan, created)).toBe('invalid-passkey');

    const late = createAuthenticator(app).create(await options(fan));
    await ageChallenges();
    expect(await add(fan, late)).toBe('invalid-passkey');

    const { challenge } = (await app.call('POST', '/api/auth/passkey/options')).json;
    const foreign = createAuthenticator(app).create(await options(fan), { challenge });
    expect(await add(fan, foreign)).toBe('invalid-passkey');
  });

  test('is refused for a credential of another user', async () => {
    const { authenticator } = await addPasskey(app, await app.as('subscriber'));
    const { json } = await app.call('POST', `${ADDRESS}/options`, { user: fan });
    const body = authenticator.create(json);
    expect(outcome(await app.call('POST', ADDRESS, { user: fan, body }))).toBe('invalid-passkey');
    expect(await stateOf(fan)).toMatchObject({ turnedOnAt: null });
  });

  test('ends at 20 passkeys', async () => {
    for (let count = 0; count < 20; count++) await addPasskey(app, fan);
    expect(outcome(await addPasskey(app, fan))).toBe('not-allowed-in-state');
    expect((await stateOf(fan)).passkeys).toHaveLength(20);
  });

  test('by staff is audited without the key', async () => {
    const staff = await app.as('staff');
    await addPasskey(app, staff);
    const {
      passkeys: [added],
    } = await stateOf(staff);
    await remove(staff, added.id);
    const { rows } = await app.db.execute<{ action: string; after: unknown; before: unknown }>(sql`
      select action, before, after from audit_entries where entity = 'passkeys'
      and entity_id = ${added.id} order by id`);
    expect(rows.map(({ action }) => action)).toEqual(['created', 'deleted']);
    expect(rows[0]!.after).toMatchObject({ public_key: '(hidden)', name: 'Unknown device' });
    expect(rows[1]!.before).toMatchObject({ public_key: '(hidden)' });
  });
});

describe('the password of a user with a passkey', () => {
  test('is not enough to sign in: it needs the passkey or a recovery code', async () => {
    const { json } = await addPasskey(app, fan);
    const refused = await signInByPassword(fan);
    expect(refused.json).toMatchObject({
      code: 'second-factor-required',
      detail: 'Use your passkey, or enter a recovery code',
    });
    expect(outcome(await signInByPassword(fan, '000000'))).toBe('invalid-code');
    expect(outcome(await signInByPassword(fan, json.recoveryCodes[0]))).toBe(200);
    expect(outcome(await signInByPassword(fan, json.recoveryCodes[0]))).toBe('invalid-code');
  });

  test('with an app, too, needs either', async () => {
    await addPasskey(app, fan);
    const { json } = await app.call('POST', `${SECOND_FACTOR}/setup`, { user: fan });
    // Not before its first code.
    expect(outcome(await signInByPassword(fan, currentCode(json.secret)))).toBe('invalid-code');
    const body = { code: currentCode(json.secret) };
    const turnedOn = await app.call('POST', `${SECOND_FACTOR}/turn-on`, { user: fan, body });
    expect(turnedOn.json).toEqual({ recoveryCodes: [] });
    expect(await subjects(fan)).toContain('An authenticator app was added');
    expect((await signInByPassword(fan)).json.detail).toBe(
      'Use your passkey, or enter the code of your authenticator app or a recovery code',
    );
  });

  test('is enough again once the last passkey is removed, which is mailed', async () => {
    await addPasskey(app, fan);
    await addPasskey(app, fan);
    const [first, second] = (await stateOf(fan)).passkeys;
    await remove(fan, first.id);
    expect(outcome(await signInByPassword(fan))).toBe('second-factor-required');
    await remove(fan, second.id);
    expect(outcome(await signInByPassword(fan))).toBe(200);
    expect(await stateOf(fan)).toMatchObject({ turnedOnAt: null, recoveryCodesLeft: 0 });
    expect(await subjects(fan)).toEqual(
      expect.arrayContaining(['A passkey was removed', 'Two-factor authentication is off']),
    );
  });

  test('still needs a code of the app once the last passkey is removed', async () => {
    await setUp(app, fan);
    await addPasskey(app, fan);
    const {
      passkeys: [added],
    } = await stateOf(fan);
    await remove(fan, added.id);
    expect(await stateOf(fan)).toMatchObject({ hasApp: true, recoveryCodesLeft: 10 });
    expect(outcome(await signInByPassword(fan))).toBe('second-factor-required');
  });
});

describe('removing a passkey', () => {
  test('of somebody else is not possible', async () => {
    const other = await app.as('subscriber');
    await addPasskey(app, other);
    const {
      passkeys: [added],
    } = await stateOf(other);
    expect(outcome(await remove(fan, added.id))).toBe('not-found');
    expect((await stateOf(other)).passkeys).toHaveLength(1);
  });

  test('happens with turning two-factor authentication off', async () => {
    const { authenticator } = await addPasskey(app, fan);
    await app.call('DELETE', SECOND_FACTOR, { user: fan });
    expect(outcome(await signInWithPasskey(app, authenticator))).toBe('invalid-passkey');
    expect(outcome(await signInByPassword(fan))).toBe(200);
  });

  test('happens with “This wasn’t me” if it was added since the sign-in, and not otherwise', async () => {
    const { authenticator: earlier } = await addPasskey(app, fan);
    await signInWithPasskey(app, earlier);
    const { authenticator: later } = await addPasskey(app, fan);
    const [device] = await app.db
      .select({ id: knownDevices.id })
      .from(knownDevices)
      .where(eq(knownDevices.userId, fan.id));
    const token = secureAccountUrl(app.config, device!.id).split('#')[1];
    await app.call('POST', '/api/secure-account/use', { body: { token } });
    expect(outcome(await signInWithPasskey(app, later))).toBe('invalid-passkey');
    expect(outcome(await signInWithPasskey(app, earlier))).toBe(200);
  });
});

test('challenges end with their session, and expired ones with the next request', async () => {
  const of = async () =>
    app.db
      .select({ challenge: passkeyChallenges.challenge })
      .from(passkeyChallenges)
      .innerJoin(sessions, eq(sessions.id, passkeyChallenges.sessionId))
      .where(eq(sessions.userId, fan.id));
  await app.call('POST', `${ADDRESS}/options`, { user: fan });
  expect(await of()).toHaveLength(1);
  await ageChallenges();
  await app.call('POST', '/api/auth/passkey/options');
  expect(await of()).toHaveLength(0);
  const { json } = await app.call('POST', `${ADDRESS}/options`, { user: fan });
  await app.db.delete(sessions).where(eq(sessions.userId, fan.id));
  const left = await app.db
    .select()
    .from(passkeyChallenges)
    .where(eq(passkeyChallenges.challenge, json.challenge));
  expect(left).toEqual([]);
});

describe('where the setting requires a second factor', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await createTestApp({ REQUIRE_SECOND_FACTOR: 'true' });
  });
  afterAll(() => strict.close());

  test('a passkey satisfies it, and the last one cannot be removed', async () => {
    const staff = await strict.as('staff');
    const call = async (method: string, path: string) => strict.call(method, path, { user: staff });
    expect(outcome(await call('GET', '/api/users'))).toBe('second-factor-setup-required');
    await addPasskey(strict, staff);
    expect(outcome(await call('GET', '/api/users'))).toBe(200);
    const passkeysOf = async () => (await call('GET', SECOND_FACTOR)).json.passkeys;
    const [first] = await passkeysOf();
    expect((await call('DELETE', `${ADDRESS}/${first.id}`)).json).toMatchObject({
      status: 409,
      code: 'last-second-factor',
    });
    expect(await passkeysOf()).toHaveLength(1);
    await addPasskey(strict, staff);
    const all: { id: string }[] = await passkeysOf();
    const waiting = sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    // Both removals wait, so that they continue at the same time.
    const removals = await strict.db.transaction(async (tx) => {
      await tx.execute(sql`select from passkeys where user_id = ${staff.id} for update`);
      const started = all.map(({ id }) => call('DELETE', `${ADDRESS}/${id}`));
      await expect
        .poll(async () => (await strict.db.execute(waiting)).rows)
        .toEqual([{ count: 2 }]);
      return { started };
    });
    const outcomes = (await Promise.all(removals.started)).map(outcome);
    expect(outcomes.map(String).toSorted()).toEqual(['200', 'last-second-factor']);
  });

  test('users of other roles may remove their last one', async () => {
    const user = await strict.as('subscriber');
    await addPasskey(strict, user);
    const [added] = (await strict.call('GET', SECOND_FACTOR, { user })).json.passkeys;
    expect((await strict.call('DELETE', `${ADDRESS}/${added.id}`, { user })).status).toBe(200);
  });
});
