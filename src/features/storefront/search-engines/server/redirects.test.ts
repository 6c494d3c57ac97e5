import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { influencer } from '#src/features/storefront/marketplace/server/marketplace.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function open(address: string) {
  const response = await app.app.request(address);
  return { status: response.status, location: response.headers.get('location') };
}

test('the old address of a public page redirects permanently', async () => {
  expect(await open('/influencer/marlowe-9')).toEqual({ status: 301, location: '/marlowe-9' });
  expect(await open('/influencer/marlowe-9?ref=bio')).toEqual({
    status: 301,
    location: '/marlowe-9?ref=bio',
  });
});

test('an influencer’s id redirects to the current address', async () => {
  const id = await influencer(app, { publicUrl: 'by-id' });
  expect(await open(`/influencer/${id}/public`)).toEqual({ status: 302, location: '/by-id' });
});

test('the id of an influencer that visitors may not see does not redirect', async () => {
  const hidden = await influencer(app, { publicUrl: 'hidden', isActive: false });
  const unnamed = await influencer(app, { publicUrl: null });
  const suspended = await influencer(app, { publicUrl: 'suspended' });
  await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended));
  const fan = await app.as('subscriber', { publicUrl: 'a-fan' });
  for (const id of [hidden, unnamed, suspended, fan.id, randomUUID(), 'no-id', '%00']) {
    expect(await open(`/influencer/${id}/public`), id).toEqual({ status: 404, location: null });
  }
});

test('no old address redirects to another site or to a screen of the platform', async () => {
  const attempts = [
    '//evil.test',
    '%2F%2Fevil.test',
    '%2Fevil.test',
    '%5C%5Cevil.test',
    'https:%2F%2Fevil.test',
    'evil.test',
    '%0d%0aLocation:%20https:%2F%2Fevil.test',
    '..%2F..%2Fadmin',
    'UPPER',
    'api',
    'auth',
    'logout',
  ];
  for (const attempt of attempts) {
    expect(await open(`/influencer/${attempt}`), attempt).toEqual({ status: 404, location: null });
  }
});
