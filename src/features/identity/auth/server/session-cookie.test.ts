import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { isRememberedSession, readSessionToken, setSessionCookies } from './session-cookie.ts';

const config = {
  publicUrl: 'https://velvet.example',
  secret: 'a-secret-of-at-least-32-characters!!',
};
const token = 'CjuBrNgW2UfsMyplB8JwCysDp1PT83Ci';
// Created by better-auth 1.7.7, which managed sessions earlier.
const STORED =
  '__Secure-velvet.session_token=CjuBrNgW2UfsMyplB8JwCysDp1PT83Ci.BHtI52Dh%2FcXP6py3uhX7NsVb63YKF0ME%2BU0b9%2BuiZUs%3D';
const STORED_MARKER =
  '__Secure-velvet.dont_remember=true.7b%2F8DeYYFK2DoQBxth0H2UuxjgHJN9rOGpE1Y98thxo%3D';

const app = new Hono()
  .get('/read', (c) =>
    c.json({ token: readSessionToken(c, config), isRemembered: isRememberedSession(c, config) }),
  )
  .get('/set/:kind', (c) => {
    setSessionCookies(c, config, { token, isRemembered: c.req.param('kind') === 'remembered' });
    return c.body(null);
  });
const read = async (headers: Record<string, string>) =>
  (await app.request('/read', { headers })).json();

test('an earlier stored cookie still identifies its session', async () => {
  expect(await read({ cookie: STORED })).toEqual({ token, isRemembered: true });
  expect(await read({ cookie: `age=1; ${STORED}; ${STORED_MARKER}` })).toEqual({
    token,
    isRemembered: false,
  });
});

test('cookies have the earlier format, and are secure with https', async () => {
  const set = async (kind: string) => (await app.request(`/set/${kind}`)).headers.getSetCookie();
  expect(await set('remembered')).toEqual([
    `${STORED}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
  ]);
  expect(await set('unremembered')).toEqual([
    `${STORED}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    `${STORED_MARKER}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  ]);
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
    expect(await read({ cookie: `__Secure-velvet.session_token=${value}` })).toMatchObject({
      token: null,
    });
  },
);
