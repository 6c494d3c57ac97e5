import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameDevice } from '#src/features/identity/accounts/server/device-name.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { knownDevices } from './known-devices.table.ts';
import { secureAccountUrl } from './secure-account.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ REQUIRE_CONFIRMED_EMAIL: 'false', TRUST_PROXY: 'true' });
});
afterAll(() => app.close());

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

async function signIn(
  user: TestUser,
  userAgent: string,
  cookie = '',
  address = '10.0.0.1',
): Promise<TestUser> {
  const response = await app.app.request('/api/auth/sign-in', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'x-forwarded-for': address,
      cookie,
    },
    body: JSON.stringify({ email: user.email, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0]);
  return { ...user, cookie: cookies.join('; ') };
}
const list = async (user: TestUser) =>
  (await app.call('GET', '/api/account/sessions', { user })).json.sessions;
const isSignedIn = async (user: TestUser) =>
  (await app.call('GET', '/api/auth/session', { user })).json.session !== null;
const devicesOf = ({ id }: TestUser) =>
  app.db
    .select()
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, id), isNotNull(knownDevices.deviceHash)));
/** The mails that a user has been sent about new devices. */
const newDeviceMails = async ({ email }: TestUser) => {
  const { rows } = await app.pool.query(
    `select data from jobs.job where name = 'mail' and data->>'to' = $1
       and data->>'subject' = 'New sign-in to your account'`,
    [email],
  );
  return rows.map(({ data }) => data);
};

test.each(['admin', 'staff', 'influencer', 'subscriber'] as const)(
  '%s sees the devices of their own sessions, the current one first',
  async (role) => {
    const user = await app.as(role);
    await app.as(role);
    const phone = await signIn(user, IPHONE);
    await signIn(user, CHROME);
    const found = await list(phone);
    expect(found).toHaveLength(3);
    expect(found[0]).toMatchObject({ device: 'Safari on iOS', isCurrent: true });
    expect(found.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([
      true,
      false,
      false,
    ]);
    expect(JSON.stringify(found)).not.toMatch(/token|Mozilla/);
  },
);

test('a user ends one session, which only its owner can', async () => {
  const [user, other] = [await app.as('subscriber'), await app.as('admin')];
  const phone = await signIn(user, IPHONE);
  const [{ id }] = await list(phone);
  const end = (by: TestUser) => app.call('DELETE', `/api/account/sessions/${id}`, { user: by });
  expect((await end(other)).status).toBe(404);
  expect(await isSignedIn(phone)).toBe(true);
  expect((await end(user)).status).toBe(200);
  expect(await isSignedIn(phone)).toBe(false);
  expect(await isSignedIn(user)).toBe(true);
  expect((await end(user)).status).toBe(404);
});

test('a user ends all other sessions, and their devices become new ones', async () => {
  const [user, other] = [await app.as('influencer'), await app.as('influencer')];
  const [phone, computer] = [await signIn(user, IPHONE), await signIn(user, CHROME)];
  expect(
    (await app.call('POST', '/api/account/sessions/end-others', { user: computer })).status,
  ).toBe(200);
  expect(await Promise.all([user, phone, computer, other].map(isSignedIn))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(await devicesOf(user)).toHaveLength(1);
  await signIn(user, CHROME, computer.cookie);
  expect(await devicesOf(user)).toHaveLength(1);
});

test('a sign-in on a new device is announced once, one on a known device is not', async () => {
  const user = await app.as('subscriber');
  const { cookie } = await signIn(user, CHROME);
  await signIn(user, CHROME, cookie);
  const mails = await newDeviceMails(user);
  expect(mails).toHaveLength(1);
  expect(mails[0].facts[0]).toEqual({ label: 'Device', value: 'Chrome on macOS' });
  // The queue does not contain the link.
  expect(JSON.stringify(mails)).not.toContain('secure-account#');
});

test('a sign-in names its country in the list and in the mail, and its address is not stored', async () => {
  const user = await app.as('subscriber');
  const far = await signIn(user, CHROME, undefined, '193.0.6.139');
  expect(await list(far)).toMatchObject([{ country: 'NL' }, { country: null }]);
  const [{ facts }] = await newDeviceMails(user);
  expect(facts[1]).toEqual({ label: 'Country', value: 'Netherlands' });
  const { rows } = await app.pool.query('select to_json(sessions) as row from sessions');
  expect(JSON.stringify(rows)).not.toContain('193.0.6.139');
});

test('a bearer token is announced like a new device', async () => {
  const user = await app.as('staff');
  await app.call('POST', '/api/auth/token', { body: { email: user.email, password: PASSWORD } });
  expect(await newDeviceMails(user)).toHaveLength(1);
});

test('the link of the mail ends all sessions, disables the password and sends a reset link, once', async () => {
  const user = await app.as('subscriber');
  const thief = await signIn(user, IPHONE);
  const [{ action }] = await newDeviceMails(user);
  const token = secureAccountUrl(app.config, action.subject).split('#')[1];
  const open = () => app.call('POST', '/api/secure-account', { body: { token } });
  const use = () => app.call('POST', '/api/secure-account/use', { body: { token } });
  expect((await open()).json).toMatchObject({ isSecured: false });
  expect(await isSignedIn(thief)).toBe(true);

  expect((await use()).json).toMatchObject({ isSecured: true });
  expect(await Promise.all([user, thief].map(isSignedIn))).toEqual([false, false]);
  const signInAgain = await app.call('POST', '/api/auth/sign-in', {
    body: { email: user.email, password: PASSWORD },
  });
  expect(signInAgain.status).toBe(401);
  const { rows } = await app.pool.query(
    `select 1 from jobs.job where name = 'password-reset' and data->>'userId' = $1`,
    [user.id],
  );
  expect(rows).toHaveLength(1);
  expect([(await use()).status, (await open()).status]).toEqual([404, 404]);
});

test.each(['', 'x', 'x.y', `${crypto.randomUUID()}.AAAA`])(
  'a forged link does nothing: %j',
  async (token) => {
    for (const address of ['/api/secure-account', '/api/secure-account/use']) {
      expect((await app.call('POST', address, { body: { token } })).status).toBe(404);
    }
  },
);

test.each([
  [CHROME, 'Chrome on macOS'],
  ['curl/8.4.0', 'Unknown device'],
  ['x'.repeat(100_000), 'Unknown device'],
  [null, 'Unknown device'],
])('a device is named by its browser and system: %#', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name);
});

test('signing up makes the browser a known device without a mail', async () => {
  const email = 'newcomer@example.test';
  const { status, json, headers } = await app.call('POST', '/api/fans', {
    body: {
      gender: 'female',
      sexualPreference: 'other',
      dateOfBirth: '1990-01-01',
      preferences: ['Cosplay'],
      email,
      password: PASSWORD,
    },
  });
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  expect({ status, json }).toEqual({ status: 200, json: { isSignedIn: true } });
  const newcomer = { id: '', email, cookie };
  await signIn(newcomer, CHROME, cookie);
  expect(await newDeviceMails(newcomer)).toEqual([]);
  // The earlier session of the browser has ended.
  const stored = await app.db.select().from(sessions).where(eq(sessions.userAgent, CHROME));
  expect(stored.length).toBeGreaterThan(0);
  expect(await isSignedIn(newcomer)).toBe(false);
});
