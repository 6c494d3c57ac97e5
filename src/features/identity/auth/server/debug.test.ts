import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createUserWithoutRole,
  storedUser,
} from '#src/features/backoffice/users/server/users.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';

describe('in development', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('a user without a role can get the subscriber role, once', async () => {
    const user = await createUserWithoutRole(app);
    const assignRole = () => app.call('POST', '/api/debug/subscriber-role', { user });
    expect((await assignRole()).status).toBe(200);
    expect((await storedUser(app, user.id))!.role).toBe('subscriber');
    expect((await app.call('GET', '/api/account', { user })).status).toBe(200);
    expect((await assignRole()).json.code).toBe('not-allowed-in-state');
  });

  test.each(['admin', 'staff', 'influencer'] as const)('%s keeps the role', async (role) => {
    const user = await app.as(role);
    const answer = await app.call('POST', '/api/debug/subscriber-role', { user });
    expect(answer.status).toBe(409);
    expect((await storedUser(app, user.id))!.role).toBe(role);
  });

  test('users see their own stored data, without secrets', async () => {
    const user = await app.as('staff');
    const { json } = await app.call('GET', '/api/debug', { user });
    expect(json.session).toMatchObject({ userId: user.id, role: 'staff' });
    expect(json.profile.email).toBe(user.email);
    expect(json.role).toMatchObject({ role: 'staff' });
    expect(JSON.stringify(json)).not.toMatch(/token|password":"/i);
  });
});

describe('in production', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      NODE_ENV: 'production',
      REQUIRE_CONFIRMED_EMAIL: 'false',
      VERIFICATION_PROVIDER: '',
    });
  });
  afterAll(() => app.close());

  test('the debug operations do not exist for anyone', async () => {
    const user = await createUserWithoutRole(app);
    for (const caller of [user, await app.as('admin'), undefined]) {
      expect((await app.call('GET', '/api/debug', { user: caller })).status).toBe(404);
      const assignRole = await app.call('POST', '/api/debug/subscriber-role', { user: caller });
      expect(assignRole.status).toBe(404);
    }
    const { json } = await app.call('GET', '/api/openapi.json');
    expect(Object.keys(json.paths).filter((path) => path.includes('debug'))).toEqual([]);
  });
});
