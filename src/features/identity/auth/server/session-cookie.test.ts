import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Config } from '#src/platform/config/config.ts';
import {
  readDevice,
  readSessionToken,
  setDeviceCookie,
  setSessionCookie,
  signSessionToken,
} from './session-cookie.ts';

const config = {
  publicUrl: 'https://velvet.example',
  secrets: ['a-secret-of-at-least-32-characters!!'] as const,
};
const token = 'CjuBrNgW2UfsMyplB8JwCysDp1PT83Ci';
const SIGNED = signSessionToken(config.secrets, token);
const STORED = `__Host-velvet.session_token=${SIGNED}`;

const createApp = (settings: Pick<Config, 'publicUrl' | 'secrets'>) =>
  new Hono()
    .get('/read', (c) =>
      c.json({ token: readSessionToken(c, settings), device: readDevice(c, settings) }),
    )
    .get('/set/:kind', (c) => {
      const isRemembered = c.req.param('kind') === 'remembered';
      setSessionCookie(c, settings, { token, isRemembered });
      setDeviceCookie(c, settings, token);
      return c.body(null);
    });
const app = createApp(config);
const read = async (headers: Record<string, string>) =>
  (await app.request('/read', { headers })).json();

test('with HTTPS the cookies are bound to the host and hidden from scripts', async () => {
  const set = async (kind: string) => (await app.request(`/set/${kind}`)).headers.getSetCookie();
  const device = expect.stringMatching(
    /^__Host-velvet\.device=\w+\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(await set('remembered')).toEqual([
    `${STORED}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    device,
  ]);
  expect(await set('unremembered')).toEqual([
    `${STORED}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    device,
  ]);
});

test('without HTTPS, as on a computer of one’s own, the cookies have plain names', async () => {
  const plain = createApp({ ...config, publicUrl: 'http://localhost:3000' });
  const [session, device] = (await plain.request('/set/unremembered')).headers.getSetCookie();
  expect(session).toBe(`velvet.session_token=${SIGNED}; Path=/; HttpOnly; SameSite=Lax`);
  expect(device).toMatch(/^velvet\.device=/);
});

test('session and device are read from their own cookies, whose values are not interchangeable', async () => {
  expect(await read({ cookie: `age=1; ${STORED}` })).toEqual({ token, device: null });
  const [, set] = (await app.request('/set/remembered')).headers.getSetCookie();
  const device = set!.split(';')[0]!;
  expect(await read({ cookie: device })).toEqual({ token: null, device: token });
  for (const swapped of [
    STORED.replace('session_token', 'device'),
    device.replace('device', 'session_token'),
  ]) {
    expect(await read({ cookie: swapped })).toEqual({ token: null, device: null });
  }
});

test('a new secret in front signs nobody out until the previous one is removed', async () => {
  const newest = 'the-newest-secret-of-enough-characters';
  const during = createApp({ ...config, secrets: [newest, ...config.secrets] });
  const readBy = async (reader: typeof app, cookie: string) =>
    (await reader.request('/read', { headers: { cookie } })).json();
  expect(await readBy(during, STORED)).toMatchObject({ token });
  const renewed = (await during.request('/set/remembered')).headers.getSetCookie()[0]!;

  const after = createApp({ ...config, secrets: [newest] });
  expect(await readBy(after, STORED)).toMatchObject({ token: null });
  expect(await readBy(after, renewed.split(';')[0]!)).toMatchObject({ token });
});

test('a bearer token takes precedence over the cookie, encoded or not', async () => {
  const signed = STORED.slice(STORED.indexOf('=') + 1);
  for (const value of [signed, decodeURIComponent(signed)]) {
    expect(await read({ authorization: `bearer ${value}` })).toMatchObject({ token });
  }
  expect(await read({ authorization: 'Bearer forged', cookie: STORED })).toMatchObject({
    token: null,
  });
});

test.each(['', 'velvet', '.', '%', `${token}.AAAA`, `${token}.`, `x${SIGNED}`])(
  'a forged value is invalid: %j',
  async (value) => {
    expect(await read({ cookie: `__Host-velvet.session_token=${value}` })).toMatchObject({
      token: null,
    });
  },
);
