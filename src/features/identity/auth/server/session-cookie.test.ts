import { Hono } from 'hono';
import { expect, test } from 'vitest';
import {
  readDevice,
  readSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from './session-cookie.ts';

const config = {
  publicUrl: 'https://velvet.example',
  secret: 'a-secret-of-at-least-32-characters!!',
};
const token = 'CjuBrNgW2UfsMyplB8JwCysDp1PT83Ci';
const SIGNED = `${token}.BHtI52Dh%2FcXP6py3uhX7NsVb63YKF0ME%2BU0b9%2BuiZUs%3D`;
const STORED = `__Host-velvet.session_token=${SIGNED}`;

const createApp = (settings: typeof config) =>
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
  const device = `__Host-velvet.device=${SIGNED}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax`;
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

test('session and device are read from their own cookies', async () => {
  expect(await read({ cookie: `age=1; ${STORED}` })).toEqual({ token, device: null });
  const device = STORED.replace('session_token', 'device');
  expect(await read({ cookie: device })).toEqual({ token: null, device: token });
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

test.each(['', 'velvet', '.', '%', `${token}.AAAA`, `${token}.`, `x${token}.BHtI52Dh`])(
  'a forged value is invalid: %j',
  async (value) => {
    expect(await read({ cookie: `__Host-velvet.session_token=${value}` })).toMatchObject({
      token: null,
    });
  },
);
