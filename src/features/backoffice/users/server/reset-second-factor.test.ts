import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import {
  addPasskey,
  signInWithPasskey,
} from '#src/features/identity/second-factor/server/authenticator.testing.ts';
import { secondFactorResets } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import { setUp } from '#src/features/identity/second-factor/server/second-factor.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let fan: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  [admin, staff, fan] = [await app.as('admin'), await app.as('staff'), await app.as('subscriber')];
  await setUp(app, fan);
});
afterAll(() => app.close());

const reset = async (user: TestUser, target = fan) =>
  (await app.call('POST', `/api/users/${target.id}/second-factor-reset`, { user })).json;
const factorOf = async (target = fan) =>
  (await app.call('GET', `/api/users/${target.id}`, { user: admin })).json.secondFactor;
const subjects = async () => (await queuedMails(app, fan.email)).map(({ subject }) => subject);

test('one member requests the reset, another does it: sessions end and the user gets mails', async () => {
  expect(await factorOf()).toEqual({ resetRequestedBy: null });
  expect(await reset(staff)).toEqual({ isReset: false });
  expect(await factorOf()).toEqual({
    resetRequestedBy: { id: staff.id, fullName: expect.any(String), isAdmin: false },
  });
  expect(await subjects()).toContain('Someone wants to reset your two-factor authentication');
  expect((await app.call('GET', '/api/feed', { user: fan })).status).toBe(200);

  expect(await reset(admin)).toEqual({ isReset: true });
  expect(await factorOf()).toBeNull();
  expect((await app.call('GET', '/api/feed', { user: fan })).status).toBe(401);
  expect(await app.signIn(fan.email)).toContain('session_token');
  expect(await subjects()).toContain('Two-factor authentication was reset');
});

test('the reset removes passkeys, also of a user without an app', async () => {
  const user = await app.as('subscriber');
  const { authenticator } = await addPasskey(app, user);
  expect(await factorOf(user)).toEqual({ resetRequestedBy: null });
  await reset(staff, user);
  expect(await reset(admin, user)).toEqual({ isReset: true });
  expect((await signInWithPasskey(app, authenticator)).json.code).toBe('invalid-passkey');
  expect(await app.signIn(user.email)).toContain('session_token');
});

test('the same member cannot do it alone, and requesting twice mails once', async () => {
  expect([await reset(staff), await reset(staff)]).toEqual([
    { isReset: false },
    { isReset: false },
  ]);
  expect(await factorOf()).not.toBeNull();
  expect((await subjects()).filter((subject) => subject.startsWith('Someone'))).toHaveLength(1);
});

test('one of the two is an admin, because staff can create further staff', async () => {
  await reset(staff);
  const colleague = await app.as('staff');
  expect(await reset(colleague)).toMatchObject({ code: 'forbidden' });
  expect(await factorOf()).not.toBeNull();
  expect(await reset(admin)).toEqual({ isReset: true });
});

test('a request is valid for three days', async () => {
  await reset(staff);
  await app.db
    .update(secondFactorResets)
    .set({ createdAt: sql`now() - interval '73 hours'` })
    .where(eq(secondFactorResets.userId, fan.id));
  expect(await factorOf()).toEqual({ resetRequestedBy: null });
  expect(await reset(admin)).toEqual({ isReset: false });
});

test('a refused request has to be repeated', async () => {
  await reset(staff);
  await app.call('DELETE', `/api/users/${fan.id}/second-factor-reset`, { user: admin });
  expect(await reset(admin)).toEqual({ isReset: false });
});

test('staff cannot reset admins, and nobody resets their own', async () => {
  expect((await reset(staff, admin)).code).toBe('forbidden');
  expect((await reset(admin, admin)).code).toBe('forbidden');
});

test('without a second factor there is nothing to reset', async () => {
  const other = await app.as('subscriber');
  expect((await reset(staff, other)).code).toBe('not-allowed-in-state');
});
