import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ROLES, type Role } from '#src/lib/roles.ts';
import { createTestApp, PASSWORD, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
const actors = new Map<Role, TestUser>();
beforeAll(async () => {
  app = await createTestApp();
  for (const role of ROLES) actors.set(role, await app.as(role));
  admin = actors.get('admin')!;
  staff = actors.get('staff')!;
});
afterAll(() => app.close());

const suspend = (by: TestUser | undefined, id: string) =>
  app.call('POST', `/api/users/${id}/suspend`, { user: by, body: { reason: 'other' } });
const activate = (by: TestUser | undefined, id: string) =>
  app.call('POST', `/api/users/${id}/activate`, { user: by });
const signIn = (email: string, password = PASSWORD) =>
  app.call('POST', '/api/auth/sign-in', { body: { email, password } });

test('a suspended user is refused at once, in open sessions and at sign-in', async () => {
  const fan = await app.as('subscriber');
  expect((await app.call('GET', '/api/account', { user: fan })).status).toBe(200);
  expect((await suspend(staff, fan.id)).status).toBe(200);

  const open = await app.call('GET', '/api/account', { user: fan });
  expect(open).toMatchObject({ status: 403, json: { code: 'suspended' } });
  expect((await app.call('GET', '/api/auth/session', { user: fan })).json.session).toBeNull();
  expect(await signIn(fan.email)).toMatchObject({
    status: 403,
    json: { code: 'suspended', detail: 'This account is suspended' },
  });
  // The suspension is revealed only with the right password.
  expect((await signIn(fan.email, 'wrong-password')).status).toBe(401);
});

test('a suspension lasts 876000 hours', async () => {
  const fan = await app.as('subscriber');
  await suspend(admin, fan.id);
  const [row] = await app.db.select().from(users).where(eq(users.id, fan.id));
  const hours = (row!.banExpires!.getTime() - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(876_000);
});

test('an activated user has to sign in again; old sessions stay closed', async () => {
  const fan = await app.as('subscriber');
  await suspend(staff, fan.id);
  expect((await activate(staff, fan.id)).status).toBe(200);
  expect((await app.call('GET', '/api/account', { user: fan })).status).toBe(401);
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, fan.id))).toEqual([]);
  expect((await signIn(fan.email)).status).toBe(200);
});

test('activating an active user changes nothing and ends no session', async () => {
  const fan = await app.as('subscriber');
  expect((await activate(staff, fan.id)).status).toBe(200);
  expect((await app.call('GET', '/api/account', { user: fan })).status).toBe(200);
});

describe('who may suspend whom', () => {
  test.each([
    ['admin', 'admin', 200],
    ['admin', 'staff', 200],
    ['admin', 'subscriber', 200],
    ['staff', 'admin', 403],
    ['staff', 'staff', 200],
    ['staff', 'influencer', 200],
    ['influencer', 'subscriber', 403],
    ['subscriber', 'subscriber', 403],
  ] as [Role, Role, number][])('%s suspends and activates %s: %i', async (by, target, status) => {
    const actor = actors.get(by);
    const user = await app.as(target);
    expect((await suspend(actor, user.id)).status).toBe(status);
    expect((await activate(actor, user.id)).status).toBe(status);
  });

  test('staff cannot activate a suspended admin either', async () => {
    const other = await app.as('admin');
    await suspend(admin, other.id);
    expect(await activate(staff, other.id)).toMatchObject({
      status: 403,
      json: { detail: 'Permission Denied: Only admins can activate admin users.' },
    });
    expect((await signIn(other.email)).status).toBe(403);
  });

  test('nobody can suspend themselves, and visitors cannot suspend anyone', async () => {
    expect((await suspend(admin, admin.id)).status).toBe(403);
    expect((await suspend(undefined, staff.id)).status).toBe(401);
    expect(
      (await app.call('GET', '/api/auth/session', { user: admin })).json.session,
    ).not.toBeNull();
  });

  test('a suspended staff member can no longer activate anyone', async () => {
    const colleague = await app.as('staff');
    await suspend(admin, colleague.id);
    expect((await activate(colleague, colleague.id)).json.code).toBe('suspended');
  });

  test('an unknown user is not found, and a malformed id is invalid', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await suspend(staff, unknown)).status).toBe(404);
    expect((await activate(admin, unknown)).status).toBe(404);
    expect((await suspend(admin, 'x')).status).toBe(400);
  });
});
