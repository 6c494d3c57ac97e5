import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asNobody, storedUser } from '#src/features/backoffice/users/server/users.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';

describe('in development', () => {
  let house: TestApp;
  beforeAll(async () => {
    house = await createTestApp();
  });
  afterAll(() => house.close());

  test('who has no role can take the subscriber role, once', async () => {
    const user = await asNobody(house);
    const take = () => house.call('POST', '/api/debug/subscriber-role', { user });
    expect((await take()).status).toBe(200);
    expect((await storedUser(house, user.id))!.role).toBe('subscriber');
    expect((await house.call('GET', '/api/account', { user })).status).toBe(200);
    expect((await take()).json.code).toBe('not-allowed-in-state');
  });

  test.each(['admin', 'staff', 'influencer'] as const)('%s stays what they are', async (role) => {
    const user = await house.as(role);
    const answer = await house.call('POST', '/api/debug/subscriber-role', { user });
    expect(answer.status).toBe(409);
    expect((await storedUser(house, user.id))!.role).toBe(role);
  });

  test('one sees what is stored of oneself, and no secrets', async () => {
    const user = await house.as('staff');
    const { json } = await house.call('GET', '/api/debug', { user });
    expect(json.session).toMatchObject({ userId: user.id, role: 'staff' });
    expect(json.profile.email).toBe(user.email);
    expect(json.role).toMatchObject({ role: 'staff' });
    expect(JSON.stringify(json)).not.toMatch(/token|password":"/i);
  });
});

describe('in production', () => {
  let house: TestApp;
  beforeAll(async () => {
    house = await createTestApp({ NODE_ENV: 'production' });
  });
  afterAll(() => house.close());

  test('there is no such thing, for anyone', async () => {
    const user = await asNobody(house);
    for (const caller of [user, await house.as('admin'), undefined]) {
      expect((await house.call('GET', '/api/debug', { user: caller })).status).toBe(404);
      const take = await house.call('POST', '/api/debug/subscriber-role', { user: caller });
      expect(take.status).toBe(404);
    }
    const { json } = await house.call('GET', '/api/openapi.json');
    expect(Object.keys(json.paths).filter((path) => path.includes('debug'))).toEqual([]);
  });
});
