import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimits } from '#src/platform/http/rate-limits.table.ts';
import { createTestApp, PASSWORD, type TestApp } from '#test/harness.ts';
import { knownDevices } from './known-devices.table.ts';
import { issueOneTimeToken } from './one-time-tokens.ts';
import { mailGuesses, GUESSED_QUEUE } from './password-guesses.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'true' });
});
afterAll(() => app.close());

let addresses = 0;
/** Signs in, by default from an address that nobody has used. */
async function signIn(
  email: string,
  password: string,
  { address = `198.51.100.${++addresses}`, cookie = '' } = {},
) {
  const response = await app.app.request('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body: JSON.stringify({ email, password }),
  });
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0]);
  return { status: response.status, detail: (await response.json()).detail, cookies };
}
async function guess(email: string, count: number) {
  const answers = [];
  for (let i = 0; i < count; i += 1) answers.push(await signIn(email, `wrong-password-${i}`));
  return answers;
}
const guessJobs = async (email: string) =>
  (
    await app.pool.query(`select data from jobs.job where name = $1 and data->>'email' = $2`, [
      GUESSED_QUEUE.name,
      email,
    ])
  ).rows;
const deviceOf = (cookies: (string | undefined)[]) =>
  cookies.find((cookie) => cookie?.startsWith('velvet.device='))!;

/** Chooses a new password with a mailed link. @returns the cookie of the browser */
async function reset({ id }: { id: string }): Promise<string> {
  const token = await issueOneTimeToken(app.db, { purpose: 'password-reset', subject: id }, 1);
  const { headers } = await app.call('POST', '/api/auth/reset-password', {
    body: { token, newPassword: 'brand-new-one' },
  });
  return deviceOf(headers.getSetCookie().map((each) => each.split(';')[0]));
}

test('while somebody keeps guessing, the owner gets in on a new device with a mailed link, at once', async () => {
  const user = await app.as('subscriber');
  await guess(user.email, 12);
  expect((await signIn(user.email, PASSWORD)).status).toBe(429);
  const cookie = await reset(user);
  await guess(user.email, 12);
  expect((await signIn(user.email, 'brand-new-one')).status).toBe(429);
  const { status, cookies } = await signIn(user.email, 'brand-new-one', { cookie });
  expect(status).toBe(200);
  await guess(user.email, 12);
  expect((await signIn(user.email, 'brand-new-one', { cookie: deviceOf(cookies) })).status).toBe(
    200,
  );
  // The sign-in is announced although the browser was expected.
  const { rows } = await app.pool.query(
    `select 1 from jobs.job where name = 'mail' and data->>'to' = $1
       and data->>'subject' = 'New sign-in to your account'`,
    [user.email],
  );
  expect(rows).toHaveLength(1);
});

test('one password is slow over all accounts, from however many addresses', async () => {
  const password = 'guessed-by-everybody';
  const tryOn = (n: number) => signIn(`somebody-${n}@example.test`, password);
  const answers = [];
  for (let n = 0; n < 40; n += 1) answers.push((await tryOn(n)).status);
  expect(answers.filter((status) => status === 401)).toHaveLength(20);
  expect(answers.filter((status) => status === 429)).toHaveLength(20);
  const { email } = await app.as('subscriber');
  expect((await signIn(email, 'another-wrong-password')).status).toBe(401);
  expect((await signIn(email, PASSWORD)).status).toBe(200);
  const stored = await app.pool.query(`select key from rate_limits where key like 'sprayed%'`);
  expect(JSON.stringify(stored.rows)).not.toContain(password);
});

test('a right password does not use up the guesses of that password, nor reset them', async () => {
  const { email } = await app.as('subscriber');
  const tryOn = (n: number) => signIn(`nobody-${n}@example.test`, PASSWORD);
  const answers = [];
  const ownAnswers = new Set<number>();
  for (let n = 0; n < 25; n += 1) {
    answers.push((await tryOn(n)).status);
    if (n < 19) ownAnswers.add((await signIn(email, PASSWORD)).status);
  }
  expect([...ownAnswers]).toEqual([200]);
  expect(answers.filter((status) => status === 401)).toHaveLength(20);
  await app.pool.query(`delete from rate_limits where key like 'sprayed%'`);
});

test('a network full of guesses does not lock out its neighbours on known devices', async () => {
  const { email } = await app.as('subscriber');
  const address = '203.0.113.77';
  const cookie = deviceOf((await signIn(email, PASSWORD, { address })).cookies);
  for (let n = 0; n < 100; n += 1) {
    await signIn(`neighbour-${n}@example.test`, `wrong-password-${n}`, { address });
  }
  expect((await signIn(email, PASSWORD, { address })).status).toBe(429);
  expect((await signIn(email, PASSWORD, { address, cookie })).status).toBe(200);
});

test('guesses from many addresses are counted together and soon have to wait', async () => {
  const { email } = await app.as('subscriber');
  const answers = await guess(email, 30);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  expect(await signIn(email, PASSWORD)).toMatchObject({
    status: 429,
    detail: expect.stringMatching(/^Too many attempts\. Try again in (30|2\d) seconds\.$/),
  });
});

test('after the delay the right password is accepted again', async () => {
  const { email } = await app.as('subscriber');
  await guess(email, 10);
  await app.db
    .update(rateLimits)
    .set({ expire: sql`${rateLimits.expire} - 31000` })
    .where(eq(rateLimits.key, `password-guesses:account ${email}`));
  expect((await signIn(email, PASSWORD)).status).toBe(200);
  expect((await signIn(email, 'wrong-password')).status).toBe(401);
});

test('guesses by others do not lock out the owner on a known device', async () => {
  const { email } = await app.as('subscriber');
  const cookie = deviceOf((await signIn(email, PASSWORD)).cookies);
  await guess(email, 12);
  expect((await signIn(email, PASSWORD)).status).toBe(429);
  expect((await signIn(email, PASSWORD, { cookie })).status).toBe(200);
  expect((await signIn(email, PASSWORD)).status).toBe(429);
});

test('a known device has to wait after its own guesses', async () => {
  const { email } = await app.as('subscriber');
  const cookie = deviceOf((await signIn(email, PASSWORD)).cookies);
  for (let i = 0; i < 10; i += 1) await signIn(email, `wrong-password-${i}`, { cookie });
  expect((await signIn(email, PASSWORD, { cookie })).status).toBe(429);
});

test('a device is known to its own users only, and a forged cookie is not', async () => {
  const [owner, other] = [await app.as('subscriber'), await app.as('subscriber')];
  const cookie = deviceOf((await signIn(other.email, PASSWORD)).cookies);
  await guess(owner.email, 10);
  expect((await signIn(owner.email, PASSWORD, { cookie })).status).toBe(429);
  const known = deviceOf((await signIn(other.email, PASSWORD)).cookies);
  const forged = `${known.slice(0, known.lastIndexOf('.'))}.AAAA`;
  await guess(other.email, 10);
  expect((await signIn(other.email, PASSWORD, { cookie: forged })).status).toBe(429);
});

test('an address without an account gets the same answers and the same job', async () => {
  const { email } = await app.as('subscriber');
  const unknown = `nobody-${email}`;
  const [real, none] = [await guess(email, 12), await guess(unknown, 12)];
  const summary = (answers: typeof real) =>
    answers.map(({ status, detail }) => [status, String(detail).replaceAll(/\d+/g, '…')]);
  expect(summary(none)).toEqual(summary(real));
  expect(await guessJobs(email)).toHaveLength(1);
  expect(await guessJobs(unknown)).toHaveLength(1);
});

test('the owner receives one mail when the delay starts, and nobody else does', async () => {
  const { email } = await app.as('subscriber');
  const sent: { to: string; subject: string }[] = [];
  const mail = {
    ...app.mail,
    send: async (message: (typeof sent)[number]) => void sent.push(message),
  };
  await mailGuesses({ ...app.services, mail }, { email }, 'one');
  await mailGuesses({ ...app.services, mail }, { email: `nobody-${email}` }, 'two');
  expect(sent).toMatchObject([{ to: email, subject: 'Wrong passwords for your account' }]);
});

test('choosing a new password by a link ends the delay, and forgets every device', async () => {
  const user = await app.as('subscriber');
  await signIn(user.email, PASSWORD);
  await guess(user.email, 10);
  await reset(user);
  const devices = app.db.select().from(knownDevices).where(eq(knownDevices.userId, user.id));
  expect((await devices).filter(({ deviceHash, signedInAt }) => deviceHash && signedInAt)).toEqual(
    [],
  );
  expect((await signIn(user.email, 'brand-new-one')).status).toBe(200);
});

test('changing the password forgets the other devices', async () => {
  const user = await app.as('subscriber');
  const { cookies } = await signIn(user.email, PASSWORD);
  await signIn(user.email, PASSWORD);
  const { status } = await app.call('POST', '/api/auth/change-password', {
    user: { ...user, cookie: cookies.join('; ') },
    body: { currentPassword: PASSWORD, newPassword: 'brand-new-one' },
  });
  expect(status).toBe(200);
  const devices = app.db.select().from(knownDevices).where(eq(knownDevices.userId, user.id));
  expect((await devices).filter(({ deviceHash }) => deviceHash)).toHaveLength(1);
  await guess(user.email, 10);
  const cookie = deviceOf(cookies);
  expect((await signIn(user.email, 'brand-new-one', { cookie })).status).toBe(200);
});

test('limits count an IPv6 network, with and without ports', async () => {
  const tryOnce = (address: string) => signIn('nobody@example.test', 'wrong-password', { address });
  for (let i = 0; i < 100; i += 1) {
    const address = `2001:db8:7:7::${i.toString(16)}`;
    const { detail } = await tryOnce(i % 2 ? `[${address}]:${5000 + i}` : address);
    expect(detail).not.toBe(undefined);
  }
  const limited = await app.pool.query(
    `select points from rate_limits where key = 'sign-in-address:2001:db8:7:7::/64'`,
  );
  expect(limited.rows).toEqual([{ points: 100 }]);
  expect((await tryOnce('2001:db8:7:7:ffff::1')).status).toBe(429);
});
