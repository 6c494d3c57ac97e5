import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { openOf, resealColumn, sealFor } from '#src/platform/database/sealed-column.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { recoveryCodes, secondFactors, TOTP_SECRETS } from './second-factor.table.ts';
import { currentCode, forgetLastStep, setUp } from './second-factor.testing.ts';

const ADDRESS = '/api/account/second-factor';

let app: TestApp;
let fan: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  fan = await app.as('subscriber');
});
afterAll(() => app.close());

const signIn = (user: TestUser, code?: string) =>
  app.call('POST', '/api/auth/sign-in', {
    body: { email: user.email, password: PASSWORD, ...(code !== undefined && { code }) },
  });
const outcome = async (call: ReturnType<typeof signIn>) => {
  const { status, json } = await call;
  return json.code ?? status;
};
const stateOf = async (user: TestUser) => (await app.call('GET', ADDRESS, { user })).json;
const subjects = async (user: TestUser) =>
  (await queuedMails(app, user.email)).map(({ subject }) => subject);
/** As if the user had signed in more than ten minutes ago. */
const age = (user: TestUser) =>
  app.db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '11 minutes'` })
    .where(eq(sessions.userId, user.id));

describe('turning it on', () => {
  test('needs a code of the app, shows recovery codes once and is mailed', async () => {
    expect(await stateOf(fan)).toEqual({
      turnedOnAt: null,
      isRequired: false,
      recoveryCodesLeft: 0,
      hasApp: false,
      passkeys: [],
    });
    const { json } = await app.call('POST', `${ADDRESS}/setup`, { user: fan });
    expect(json.address).toContain(json.secret);
    const turnOn = (code: string) =>
      app.call('POST', `${ADDRESS}/turn-on`, { user: fan, body: { code } });
    expect((await turnOn('000000')).json).toMatchObject({ code: 'invalid-code', status: 401 });
    expect(await outcome(signIn(fan))).toBe(200);

    const turnedOn = await turnOn(currentCode(json.secret).replace(/^.../, '$& '));
    expect(turnedOn.json.recoveryCodes).toHaveLength(10);
    expect(new Set(turnedOn.json.recoveryCodes).size).toBe(10);
    expect(turnedOn.json.recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect(await stateOf(fan)).toMatchObject({
      turnedOnAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    expect(await subjects(fan)).toContain('Two-factor authentication is on');
  });

  test('stores neither the secret nor the recovery codes in clear', async () => {
    const { secret, recoveryCodes: codes } = await setUp(app, fan);
    const [stored] = await app.db
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, fan.id));
    expect(Buffer.from(stored!.secret!, 'base64url').toString('latin1')).not.toContain(secret);
    const hashes = await app.db
      .select({ codeHash: recoveryCodes.codeHash })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, fan.id));
    expect(JSON.stringify(hashes)).not.toContain(codes[0]!.slice(0, 4));
  });

  test('does not replace one that is on', async () => {
    await setUp(app, fan);
    const { json } = await app.call('POST', `${ADDRESS}/setup`, { user: fan });
    expect(json.code).toBe('not-allowed-in-state');
  });

  test('by staff is audited without the secret', async () => {
    const staff = await app.as('staff');
    await setUp(app, staff);
    const { rows } = await app.db.execute(sql`
      select action, after from audit_entries where entity = 'second_factors'
      and entity_id = ${staff.id} order by id`);
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed']);
    expect(rows[0]!.after).toMatchObject({ secret: '(hidden)' });
  });
});

describe('wrong codes', () => {
  const confirmWith = (body: object) =>
    outcome(app.call('POST', '/api/auth/confirmation', { user: fan, body }));

  test('are slow for whoever has the password and a session, whatever else succeeds', async () => {
    const { secret } = await setUp(app, fan);
    const email = `new-${fan.email}`;
    const changeEmail = () =>
      outcome(
        app.call('PUT', '/api/account/email', {
          user: fan,
          body: { email, currentPassword: PASSWORD },
        }),
      );
    const answers = [];
    const changes = [];
    for (let i = 0; i < 20; i += 1) {
      answers.push(await confirmWith({ code: '000000' }));
      if (i < 4) changes.push(await changeEmail());
    }
    expect(changes).toEqual([200, 200, 200, 200]);
    expect(answers.filter((answer) => answer === 'invalid-code')).toHaveLength(10);
    expect(answers.filter((answer) => answer === 'rate-limited')).toHaveLength(10);
    expect(await outcome(signIn(fan, '000000'))).toBe('rate-limited');
    expect(await confirmWith({ code: currentCode(secret) })).toBe('rate-limited');
    expect((await subjects(fan)).filter((each) => each === 'Wrong codes for your account')).toEqual(
      ['Wrong codes for your account'],
    );
  });

  test('are forgotten with a right code alone, and guesses of the password are not', async () => {
    const { secret, recoveryCodes: codes } = await setUp(app, fan);
    const guessPassword = () =>
      outcome(
        app.call('POST', '/api/auth/change-password', {
          user: fan,
          body: { currentPassword: 'wrong-password', newPassword: 'lantern-otter-quilt' },
        }),
      );
    for (let i = 0; i < 9; i += 1) {
      expect(await confirmWith({ code: 'AAAA-AAAA' })).toBe('invalid-code');
      expect(await guessPassword()).toBe('invalid-credentials');
    }
    expect(await confirmWith({ code: codes[0] })).toBe(200);
    expect(await guessPassword()).toBe('invalid-credentials');
    expect(await guessPassword()).toBe('rate-limited');
    for (let i = 0; i < 9; i += 1)
      expect(await confirmWith({ code: '000000' })).toBe('invalid-code');
    expect(await confirmWith({ code: currentCode(secret) })).toBe(200);
  });
});

describe('signing in', () => {
  test.each(['sign-in', 'token'])('needs a code in addition to the password (%s)', async (path) => {
    const { secret } = await setUp(app, fan);
    const call = (body: object) =>
      outcome(app.call('POST', `/api/auth/${path}`, { body: { email: fan.email, ...body } }));
    expect(await call({ password: PASSWORD })).toBe('second-factor-required');
    expect(await call({ password: PASSWORD, code: '000000' })).toBe('invalid-code');
    expect(await call({ password: 'wrong', code: currentCode(secret) })).toBe(
      'invalid-credentials',
    );
    expect(await call({ password: PASSWORD, code: currentCode(secret) })).toBe(200);
  });

  test('accepts each code once, also when it is sent twice at the same time', async () => {
    const { secret } = await setUp(app, fan);
    const code = currentCode(secret);
    const outcomes = await Promise.all([outcome(signIn(fan, code)), outcome(signIn(fan, code))]);
    expect(outcomes.toSorted()).toEqual([200, 'invalid-code']);
    expect(await outcome(signIn(fan, code))).toBe('invalid-code');
  });

  test('accepts each recovery code once, however it is typed, and tells the owner', async () => {
    const { recoveryCodes: codes } = await setUp(app, fan);
    const typed = codes[3]!.toLowerCase().replaceAll('-', ' ');
    expect(await outcome(signIn(fan, typed))).toBe(200);
    expect(await outcome(signIn(fan, codes[3]))).toBe('invalid-code');
    expect((await stateOf(fan)).recoveryCodesLeft).toBe(9);
    expect(await subjects(fan)).toContain('A recovery code was used');
  });

  test('does not accept the codes of others', async () => {
    const other = await app.as('subscriber');
    const { secret, recoveryCodes: codes } = await setUp(app, other);
    await setUp(app, fan);
    expect(await outcome(signIn(fan, currentCode(secret)))).toBe('invalid-code');
    expect(await outcome(signIn(fan, codes[0]))).toBe('invalid-code');
  });

  test('limits guesses of codes like those of passwords', async () => {
    await setUp(app, fan);
    for (let guess = 0; guess < 10; guess++) await signIn(fan, '000000');
    expect(await outcome(signIn(fan, '000000'))).toBe('rate-limited');
  });
});

describe('an older session', () => {
  test.each([
    ['POST', '/setup', undefined],
    ['POST', '/turn-on', { code: '000000' }],
    ['POST', '/recovery-codes', undefined],
    ['DELETE', '', undefined],
  ])('must confirm the identity first: %s %s', async (method, path, body) => {
    await age(fan);
    const { json } = await app.call(method, ADDRESS + path, { user: fan, body });
    expect(json.code).toBe('confirmation-required');
  });

  test('is confirmed by the password without a second factor', async () => {
    await age(fan);
    const confirm = (body: object) =>
      outcome(app.call('POST', '/api/auth/confirmation', { user: fan, body }));
    expect(await confirm({})).toBe('invalid-credentials');
    expect(await confirm({ currentPassword: 'wrong' })).toBe('invalid-credentials');
    expect((await app.call('GET', '/api/auth/confirmation', { user: fan })).status).toBe(403);
    expect(await confirm({ currentPassword: PASSWORD })).toBe(200);
    expect((await app.call('GET', '/api/auth/confirmation', { user: fan })).status).toBe(200);
  });

  test('is confirmed only by a code with a second factor', async () => {
    const { secret } = await setUp(app, fan);
    await age(fan);
    const confirm = (body: object) =>
      outcome(app.call('POST', '/api/auth/confirmation', { user: fan, body }));
    expect(await confirm({ currentPassword: PASSWORD })).toBe('second-factor-required');
    expect(await confirm({ code: '000000' })).toBe('invalid-code');
    expect(await confirm({ code: currentCode(secret) })).toBe(200);
    expect((await app.call('DELETE', ADDRESS, { user: fan })).status).toBe(200);
  });

  test('of the same user elsewhere stays unconfirmed', async () => {
    const elsewhere = { ...fan, cookie: await app.signIn(fan.email) };
    await age(fan);
    const body = { currentPassword: PASSWORD };
    await app.call('POST', '/api/auth/confirmation', { user: fan, body });
    const { status } = await app.call('GET', '/api/auth/confirmation', { user: elsewhere });
    expect(status).toBe(403);
  });

  test('cannot guess the password without a limit', async () => {
    const confirm = (currentPassword: string) =>
      outcome(app.call('POST', '/api/auth/confirmation', { user: fan, body: { currentPassword } }));
    for (let guess = 0; guess < 10; guess++) await confirm('wrong');
    expect(await confirm(PASSWORD)).toBe('rate-limited');
  });
});

const reseal = (secrets: Secrets) => resealColumn(app.db, secrets, TOTP_SECRETS);

test('its secret is sealed with the newest secret of the product on demand', async () => {
  const { secret } = await setUp(app, fan);
  const newest = 'the-newest-secret-of-enough-characters';
  const { sealed } = await reseal([newest, ...app.config.secrets]);
  expect(sealed).toBeGreaterThan(0);
  const [row] = await app.db
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .where(eq(secondFactors.userId, fan.id));
  expect(openOf([newest], TOTP_SECRETS, fan.id, row!.secret!)).toBe(secret);
  await reseal([...app.config.secrets, newest]);
  expect(await outcome(signIn(fan, currentCode(secret)))).toBe(200);
});

test('a secret that can no longer be opened prevents no other from being sealed, and is counted', async () => {
  const users = [fan, await app.as('subscriber'), await app.as('staff')];
  for (const user of users) await setUp(app, user);
  const [lost, ...others] = users.toSorted((a, b) => a.id.localeCompare(b.id));
  const secret = sealFor(['a-secret-that-nobody-has-any-more!!'], TOTP_SECRETS, lost!.id, 'lost');
  await app.db.update(secondFactors).set({ secret }).where(eq(secondFactors.userId, lost!.id));

  const newest = 'the-newest-secret-of-enough-characters';
  const { unreadable } = await reseal([newest, ...app.config.secrets]);
  expect(unreadable).toBe(1);
  for (const { id } of others) {
    const [row] = await app.db.select().from(secondFactors).where(eq(secondFactors.userId, id));
    expect(() => openOf([newest], TOTP_SECRETS, id, row!.secret!)).not.toThrow();
  }
  await app.db.delete(secondFactors).where(eq(secondFactors.userId, lost!.id));
  await reseal([...app.config.secrets, newest]);
});

test('turning it off needs no code at the next sign-in, deletes recovery codes and is mailed', async () => {
  await setUp(app, fan);
  await app.call('DELETE', ADDRESS, { user: fan });
  expect(await outcome(signIn(fan))).toBe(200);
  expect(await stateOf(fan)).toMatchObject({ turnedOnAt: null, recoveryCodesLeft: 0 });
  expect(await subjects(fan)).toContain('Two-factor authentication is off');
});

test('new recovery codes replace the previous ones', async () => {
  const { recoveryCodes: former } = await setUp(app, fan);
  const { json } = await app.call('POST', `${ADDRESS}/recovery-codes`, { user: fan });
  expect(await outcome(signIn(fan, former[0]))).toBe('invalid-code');
  expect(await outcome(signIn(fan, json.recoveryCodes[0]))).toBe(200);
});

test('recovery codes exist only while it is on', async () => {
  const { json } = await app.call('POST', `${ADDRESS}/recovery-codes`, { user: fan });
  expect(json.code).toBe('not-allowed-in-state');
});

describe('where the setting requires it', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await createTestApp({ REQUIRE_SECOND_FACTOR: 'true' });
  });
  afterAll(() => strict.close());
  const call = async (user: TestUser, method: string, address: string) => {
    const { status, json } = await strict.call(method, address, { user });
    return json.code ?? status;
  };
  const sessionOf = async (user: TestUser) =>
    (await strict.call('GET', '/api/auth/session', { user })).json.session;

  test.each(['admin', 'staff'] as const)('%s can do nothing before setting it up', async (role) => {
    const user = await strict.as(role);
    expect((await sessionOf(user)).mustSetUpSecondFactor).toBe(true);
    expect(await call(user, 'GET', '/api/users')).toBe('second-factor-setup-required');
    expect(await call(user, 'POST', `${ADDRESS}/setup`)).toBe(200);
    expect(await call(user, 'GET', '/api/users')).toBe('second-factor-setup-required');
    await setUp(strict, user);
    expect(await call(user, 'GET', '/api/users')).toBe(200);
    expect((await sessionOf(user)).mustSetUpSecondFactor).toBe(false);
  });

  test('fans and influencers need none', async () => {
    const influencer = await strict.as('influencer');
    const subscriber = await strict.as('subscriber');
    expect(await call(influencer, 'GET', '/api/earnings')).toBe(200);
    expect(await call(subscriber, 'GET', '/api/feed')).toBe(200);
  });
});

test('a code counts again only when the app shows another one', async () => {
  const { secret } = await setUp(app, fan);
  expect(await outcome(signIn(fan, currentCode(secret)))).toBe(200);
  await forgetLastStep(app, fan);
  expect(await outcome(signIn(fan, currentCode(secret)))).toBe(200);
});
