import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES } from '#src/lib/roles.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const save = (user: TestUser, timeZone: unknown) =>
  app.call('PUT', '/api/account/time-zone', { user, body: { timeZone } });
const shown = async (user: TestUser) =>
  (await app.call('GET', '/api/auth/session', { user })).json.session.user.timeZone;

test.each(ROLES)('%s chooses a time zone, and returns to that of the device', async (role) => {
  const [user, other] = [await app.as(role), await app.as(role)];
  expect(await shown(user)).toBeNull();
  expect((await save(user, 'America/New_York')).status).toBe(200);
  expect([await shown(user), await shown(other)]).toEqual(['America/New_York', null]);
  expect((await save(user, null)).status).toBe(200);
  expect(await shown(user)).toBeNull();
});

test.each(['', 'Mars/Olympus', '+01:00', 'x'.repeat(65), 5, undefined])(
  'the time zone %j is refused',
  async (timeZone) => {
    const user = await app.as('subscriber');
    await save(user, 'UTC');
    expect((await save(user, timeZone)).status).toBe(400);
    expect(await shown(user)).toBe('UTC');
  },
);
