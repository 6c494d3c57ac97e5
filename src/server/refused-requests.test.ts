import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#src/platform/log/log.ts';
import { createTestApp, PASSWORD, type TestApp } from '#test/harness.ts';
import { createApp } from './app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The product with a log of its own. */
function loggedApp() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createLog({ logLevel: 'info' }, { write });
  const logged = createApp({ ...app.services, log });
  const post = (path: string, body: object, cookie = '') =>
    logged.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  return { lines, logged, post };
}

test('successful and failed sign-ins are logged with address, without what was typed', async () => {
  const { id, email } = await app.as('subscriber');
  const { lines, post } = loggedApp();
  await post('/api/auth/sign-in', { email, password: 'not-the-password' });
  await post('/api/auth/sign-in', { email, password: PASSWORD });
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'a request was refused',
      code: 'invalid-credentials',
      path: '/api/auth/sign-in',
      address: 'local',
    }),
    expect.objectContaining({ msg: 'a user signed in', userId: id, address: 'local' }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/not-the-password|@example\.test/);
});

test('what a user may not do is logged with the user', async () => {
  const fan = await app.as('subscriber');
  const { lines, logged } = loggedApp();
  await logged.request('/api/users', { headers: { cookie: fan.cookie } });
  await logged.request('/api/users');
  expect(lines).toMatchObject([
    { code: 'forbidden', method: 'GET', path: '/api/users', userId: fan.id },
    { code: 'unauthenticated', path: '/api/users' },
  ]);
});

test('a flood of refused requests is counted instead of filling the log', async () => {
  const { lines, logged } = loggedApp();
  for (let call = 0; call < 310; call++) await logged.request('/api/users');
  expect(lines).toHaveLength(300);
});
