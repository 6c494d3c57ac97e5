import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { signUpUrl } from '#src/features/identity/fan-sign-up/server/sign-up-link.ts';
import { signUps } from '#src/features/identity/fan-sign-up/server/sign-ups.table.ts';
import { sealFor } from '#src/platform/database/sealed-column.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { SPECIAL_DATA, specialData } from './special-data.table.ts';
import { findSpecialData } from './special-data.ts';

let app: TestApp;
let atOnce: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  atOnce = await createTestApp({ REQUIRE_CONFIRMED_EMAIL: 'false' });
});
beforeEach(async () => {
  for (const each of [app, atOnce]) {
    await each.limits.signUp.reset('local');
    await each.limits.emailLink.reset('local');
  }
});
afterAll(() => Promise.all([app.close(), atOnce.close()]));

const ANSWERS = { sexualPreference: 'pansexual', preferences: ['Hotwife', 'Small Boobs'] };
const A_DAY_AGO = new Date(Date.now() - 24 * 60 * 60_000);
let count = 0;
let startedAt: Date;
beforeEach(() => {
  startedAt = new Date();
});

const join = (email: string, consent: object): object => ({
  email,
  password: PASSWORD,
  gender: 'other',
  dateOfBirth: '1990-04-01',
  ...ANSWERS,
  ...consent,
});

/** Signs up and finishes by the link in the mail, a day after the input. @returns the id of the fan */
async function signUpByLink(consent: object): Promise<string> {
  const email = `joining-${++count}@example.test`;
  await app.call('POST', '/api/fans', { body: join(email, consent) });
  await app.db
    .execute(sql`update sign_ups set consented_at = ${A_DAY_AGO.toISOString()}::timestamptz
    where email = ${email} and consented_at is not null`);
  const [signUp] = await app.db.select().from(signUps).where(eq(signUps.email, email));
  const token = signUpUrl(app.config, signUp!.id).split('#')[1];
  await app.call('POST', '/api/sign-up-link/finish', { body: { token, password: PASSWORD } });
  return findUser(app, email);
}

async function signUpAtOnce(consent: object): Promise<string> {
  const email = `joining-${++count}@example.test`;
  await atOnce.call('POST', '/api/fans', { body: join(email, consent) });
  return findUser(atOnce, email);
}

async function findUser({ db }: TestApp, email: string): Promise<string> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user!.id;
}

const save = (user: TestUser, body: object) =>
  app.call('PUT', '/api/account', { user, body: { gender: null, ...ANSWERS, ...body } });
const read = async (user: TestUser) => (await app.call('GET', '/api/account', { user })).json;
const rowsOf = (userId: string, { db } = app) =>
  db.select().from(specialData).where(eq(specialData.userId, userId));

describe.each([
  ['at once', signUpAtOnce, () => atOnce, () => startedAt],
  ['by the link in the mail', signUpByLink, () => app, () => A_DAY_AGO],
])('a sign-up that is finished %s', (_, signUp, appOf, givenAt) => {
  test('stores sexual preference and categories with the consent, its time and its text', async () => {
    const id = await signUp({ specialDataConsent: true });
    expect(await findSpecialData(appOf(), id)).toEqual(ANSWERS);
    const [row] = await rowsOf(id, appOf());
    expect(row).toMatchObject({ consentVersion: 1, withdrawnAt: null });
    // When the form was sent.
    expect(row!.consentedAt.getTime() - givenAt().getTime()).toBeGreaterThanOrEqual(0);
    expect(row!.consentedAt.getTime() - givenAt().getTime()).toBeLessThan(10_000);
  });

  test.each([[{}], [{ specialDataConsent: false }]])(
    'stores neither with the consent %j',
    async (consent) => {
      const id = await signUp(consent);
      expect(await rowsOf(id, appOf())).toEqual([]);
    },
  );
});

test('an unfinished sign-up stores neither without a consent', async () => {
  const email = `joining-${++count}@example.test`;
  await app.call('POST', '/api/fans', { body: join(email, {}) });
  const [row] = await app.db.select().from(signUps).where(eq(signUps.email, email));
  expect(row).toMatchObject({ specialData: null, consentedAt: null, consentVersion: null });
  expect(Object.keys(row!.profile!).toSorted()).toEqual(['dateOfBirth', 'gender']);
});

describe('under My Account', () => {
  test('a fan gives the consent, withdraws it, and gives it again', async () => {
    const user = await app.as('subscriber');
    expect(await read(user)).toMatchObject({ specialDataConsent: false, preferences: [] });

    await save(user, { specialDataConsent: true });
    expect(await read(user)).toMatchObject({ specialDataConsent: true, ...ANSWERS });

    await save(user, { specialDataConsent: false });
    expect(await read(user)).toMatchObject({
      specialDataConsent: false,
      sexualPreference: null,
      preferences: [],
    });
    const [withdrawn] = await rowsOf(user.id);
    expect(withdrawn).toMatchObject({ sealed: null, withdrawnAt: expect.any(Date) });

    await save(user, { specialDataConsent: true });
    const [renewed] = await rowsOf(user.id);
    expect(renewed).toMatchObject({ sealed: expect.any(String), withdrawnAt: null });
    expect(renewed!.consentedAt.getTime()).toBeGreaterThan(withdrawn!.consentedAt.getTime());
  });

  test('a changed answer does not change when the consent was given', async () => {
    const user = await app.as('subscriber');
    await save(user, { specialDataConsent: true });
    const [first] = await rowsOf(user.id);
    await save(user, { specialDataConsent: true, preferences: ['Nerdy'] });
    const [second] = await rowsOf(user.id);
    expect(second!.consentedAt).toEqual(first!.consentedAt);
    expect(await read(user)).toMatchObject({ preferences: ['Nerdy'] });
  });

  test('answers without a consent are not stored', async () => {
    const user = await app.as('subscriber');
    await save(user, { specialDataConsent: false });
    expect(await rowsOf(user.id)).toEqual([]);
  });

  test('answers whose secret is lost can be entered again', async () => {
    const user = await app.as('subscriber');
    await save(user, { specialDataConsent: true });
    const lost = sealFor(['a-secret-that-nobody-has-any-more!!'], SPECIAL_DATA, user.id, '{}');
    await app.db.update(specialData).set({ sealed: lost }).where(eq(specialData.userId, user.id));
    expect(await read(user)).toMatchObject({ specialDataConsent: false, preferences: [] });
    await save(user, { specialDataConsent: true });
    expect(await read(user)).toMatchObject({ specialDataConsent: true, ...ANSWERS });
  });
});

test('answers of one fan cannot be read as those of another', async () => {
  const [user, other] = [await app.as('subscriber'), await app.as('subscriber')];
  await save(user, { specialDataConsent: true });
  await save(other, { specialDataConsent: true, preferences: ['Nerdy'] });
  const [{ sealed } = { sealed: null }] = await rowsOf(user.id);
  await app.db.update(specialData).set({ sealed }).where(eq(specialData.userId, other.id));
  expect(await findSpecialData(app, other.id)).toBeNull();
});

test.each([
  [
    'a fan who never gave one',
    sql`insert into special_data (user_id, sealed, consent_version) select id, 'x', 1 from users`,
    { column: 'consented_at' },
  ],
  [
    'a fan who has withdrawn it',
    sql`update special_data set withdrawn_at = now()`,
    { constraint: 'special_data_only_with_consent' },
  ],
  [
    'a sign-up',
    sql`update sign_ups set special_data = 'x', consented_at = null`,
    { constraint: 'sign_ups_special_data_only_with_consent' },
  ],
])('the database refuses answers without the consent of %s', async (_, statement, cause) => {
  await save(await app.as('subscriber'), { specialDataConsent: true });
  await app.call('POST', '/api/fans', { body: join(`joining-${++count}@example.test`, {}) });
  await expect(app.db.execute(statement)).rejects.toMatchObject({ cause });
});

test('a copy of the database reveals no answer of anybody', async () => {
  const user = await app.as('subscriber');
  await save(user, { specialDataConsent: true });
  await signUpByLink({ specialDataConsent: true });
  const email = `joining-${++count}@example.test`;
  await app.call('POST', '/api/fans', { body: join(email, { specialDataConsent: true }) });
  const { rows: tables } = await app.db.execute<{ schema: string; name: string }>(sql`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const dumps = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
      const { rows } = await app.db.execute(sql`select t::text as row from ${table} t`);
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  const dump = dumps.join('\n');
  // The dump contains these people.
  expect(dump).toContain(user.email);
  expect(dump).toContain(email);
  for (const answer of [ANSWERS.sexualPreference, ...ANSWERS.preferences]) {
    expect(dump).not.toContain(answer);
    expect(dump).not.toContain(Buffer.from(answer).toString('base64url').slice(0, -2));
  }
});
