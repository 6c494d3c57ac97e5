import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let fan: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  fan = await app.as('subscriber');
});
afterAll(() => app.close());

async function open(address: string, user?: TestUser) {
  const response = await app.app.request(address, user && { headers: { cookie: user.cookie } });
  return response.headers.get('location');
}

test.each([
  ['/auth', '/dashboard'],
  ['/auth?next=%2Fmy-feed%3Ftab%3Dpublic', '/my-feed?tab=public'],
  ['/auth?next=%2F%2Felsewhere.example', '/dashboard'],
  ['/auth?next=%2Flogin', '/dashboard'],
  ['/subscribe', '/marketplace'],
  ['/subscribe?influencer=marlowe-9', '/marketplace/subscribe/marlowe-9'],
  ['/subscribe?influencer=Marlowe-9', '/marketplace/subscribe/marlowe-9'],
  ['/subscribe?influencer=..%2F..%2Fusers', '/marketplace'],
  ['/subscribe?influencer=users', '/marketplace'],
  [`/subscribe?influencer=${'a'.repeat(101)}`, '/marketplace'],
  ['/subscribe?influencer=marlowe-9&next=%2Fmy-feed', '/my-feed'],
])('a member who opens %s is redirected to %s', async (address, location) => {
  expect(await open(address, fan)).toBe(location);
});

test('visitors and suspended users are not redirected', async () => {
  const suspended = await app.as('subscriber');
  await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
  for (const address of ['/auth?next=%2Fmy-feed', '/subscribe?influencer=marlowe-9']) {
    expect(await open(address)).toBeNull();
    expect(await open(address, suspended)).toBeNull();
  }
});

test('the redirect is not cached', async () => {
  const response = await app.app.request('/auth', { headers: { cookie: fan.cookie } });
  expect(response.headers.get('cache-control')).toBe('no-store');
});
