import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { signUpUrl } from '#src/features/identity/fan-sign-up/server/sign-up-link.ts';
import { signUps } from '#src/features/identity/fan-sign-up/server/sign-ups.table.ts';
import { unsubscribeToken } from '#src/features/identity/mail-preferences/server/unsubscribe-links.ts';
import {
  currentCode,
  forgetLastStep,
  setUp,
} from '#src/features/identity/second-factor/server/second-factor.testing.ts';
import { cancelToken } from '#src/features/money/subscriptions/server/cancel-links/cancel-links.ts';
import { resealAll } from '#src/features/privacy/sealed-data/server/reseal.ts';
import { mediaAddress } from '#src/lib/media-links.ts';
import { readConfig } from '#src/platform/config/config.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe, WIDTHS } from '#test/posts.ts';
import { createApp } from './app.ts';
import { createServices } from './services.ts';

const PREVIOUS = 'the-previous-secret-of-enough-characters';
const NEWEST = 'the-newest-secret-of-enough-characters';

type Server = Hono<RequestEnv>;
let app: TestApp;
/** The product as started again with another SECRET and the same data. */
let duringRotation: Server;
let afterRotation: Server;
let fan: TestUser;
let subscriptionId: string;

beforeAll(async () => {
  app = await createTestApp({ SECRET: PREVIOUS });
  duringRotation = restart(`${NEWEST},${PREVIOUS}`);
  afterRotation = restart(NEWEST);
  const influencer = await app.as('influencer');
  fan = await app.as('subscriber');
  subscriptionId = await subscribe(app, fan, influencer);
  await publish(app, influencer);
});
afterAll(() => app.close());

function restart(secret: string): Server {
  const { secrets } = readConfig({ DATA_DIR: app.config.dataDir, SECRET: secret });
  return createApp(createServices({ ...app.services, config: { ...app.config, secrets } }));
}

async function post(server: Server, address: string, body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return server.request(address, init);
}
const signIn = (server: Server, { code, cookie }: { code?: string; cookie?: string } = {}) =>
  post(
    server,
    '/api/auth/sign-in',
    { email: fan.email, password: PASSWORD, rememberMe: true, ...(code && { code }) },
    cookie,
  );
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const getSession = (server: Server, headers: Record<string, string>) =>
  server.request('/api/auth/session', { headers });
const isSignedIn = async (server: Server, headers: Record<string, string>) =>
  ((await (await getSession(server, headers)).json()) as { session: unknown }).session !== null;

/** In which phases something of the previous secret is valid. */
const phases = async (isValid: (server: Server) => Promise<boolean>) => ({
  during: await isValid(duringRotation),
  after: await isValid(afterRotation),
});
const UNTIL_REMOVED = { during: true, after: false };

test('session cookies and bearer tokens are valid until their secret is removed', async () => {
  const cookie = cookiesOf(await signIn(app.app));
  expect(await phases((server) => isSignedIn(server, { cookie }))).toEqual(UNTIL_REMOVED);

  const body = { email: fan.email, password: PASSWORD, rememberMe: true };
  const { token } = await (await post(app.app, '/api/auth/token', body)).json();
  const authorization = `Bearer ${token}`;
  expect(await phases((server) => isSignedIn(server, { authorization }))).toEqual(UNTIL_REMOVED);
});

test('a remembered session in use gets a cookie of the newest secret, and outlives the previous one', async () => {
  const cookie = cookiesOf(await signIn(app.app));
  await app.db.execute(sql`update sessions set updated_at = now() - interval '6 minutes'`);
  const renewed = cookiesOf(await getSession(duringRotation, { cookie }));
  expect(await isSignedIn(afterRotation, { cookie: renewed })).toBe(true);
});

test('devices are known until the secret of their cookies is removed', async () => {
  const cookie = cookiesOf(await signIn(app.app));
  const announced = async () =>
    (await queuedMails(app, fan.email)).filter(({ subject }) => subject.startsWith('New sign-in'))
      .length;
  const isKnown = async (server: Server) => {
    const before = await announced();
    await signIn(server, { cookie });
    return (await announced()) === before;
  };
  expect(await phases(isKnown)).toEqual(UNTIL_REMOVED);
});

test('links in mails are valid until their secret is removed', async () => {
  const isValid = (address: string, token: string) => async (server: Server) =>
    (await post(server, address, { token })).status === 200;
  const unsubscribe = unsubscribeToken(app.config.secrets, `${fan.id}.posts`);
  expect(await phases(isValid('/api/unsubscribe-link', unsubscribe))).toEqual(UNTIL_REMOVED);
  const cancel = cancelToken(app.config.secrets, subscriptionId);
  expect(await phases(isValid('/api/cancel-link', cancel))).toEqual(UNTIL_REMOVED);
});

test('an open page shows its pictures during a rotation', async () => {
  const { posts, mediaToken } = (await app.call('GET', '/api/feed', { user: fan })).json;
  const address = mediaAddress(posts[0].media[0].source.id, `w${WIDTHS[0]!}`, mediaToken);
  const response = await duringRotation.request(address, { headers: { cookie: fan.cookie } });
  expect(response.status).toBe(200);
});

test('authenticator apps work during a rotation, and afterwards once their secrets are sealed again', async () => {
  const { secret } = await setUp(app, fan);
  const accepts = async (server: Server) => {
    await forgetLastStep(app, fan);
    return (await signIn(server, { code: currentCode(secret) })).status === 200;
  };
  expect(await phases(accepts)).toEqual(UNTIL_REMOVED);
  await resealAll(app.db, [NEWEST, PREVIOUS]);
  expect(await phases(accepts)).toEqual({ during: true, after: true });
});

test('answers of fans are readable during a rotation, and afterwards once they are sealed again', async () => {
  const user = await app.as('subscriber');
  const answers = { sexualPreference: 'asexual', preferences: ['Nerdy'] };
  const body = { gender: null, ...answers, specialDataConsent: true };
  await app.call('PUT', '/api/account', { user, body });
  const isReadable = async (server: Server) => {
    const { token } = await (
      await post(server, '/api/auth/token', { email: user.email, password: PASSWORD })
    ).json();
    const headers = { authorization: `Bearer ${token}` };
    const account = await (await server.request('/api/account', { headers })).json();
    return account.sexualPreference === 'asexual';
  };
  expect(await phases(isReadable)).toEqual(UNTIL_REMOVED);
  await resealAll(app.db, [NEWEST, PREVIOUS]);
  expect(await phases(isReadable)).toEqual({ during: true, after: true });
});

test('a sign-up is finished with its answers after a rotation once they are sealed again', async () => {
  const email = 'joining@example.test';
  const answers = { gender: 'other', sexualPreference: 'gay', preferences: ['Goth'] };
  const input = { email, password: PASSWORD, dateOfBirth: '1990-01-01', ...answers };
  await app.call('POST', '/api/fans', { body: { ...input, specialDataConsent: true } });
  await resealAll(app.db, [NEWEST, PREVIOUS]);
  const [signUp] = await app.db.select().from(signUps);
  const token = signUpUrl({ publicUrl: '', secrets: [NEWEST] }, signUp!.id).split('#')[1];
  const finished = await post(afterRotation, '/api/sign-up-link/finish', {
    token,
    password: PASSWORD,
  });
  const headers = { cookie: cookiesOf(finished) };
  const account = await (await afterRotation.request('/api/account', { headers })).json();
  expect(account).toMatchObject({ email, sexualPreference: 'gay', preferences: ['Goth'] });
});
