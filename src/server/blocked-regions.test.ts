import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

let app: TestApp;
let influencer: TestUser;
let fan: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp({
    BLOCKED_REGIONS: 'FR, US-TX',
    TRUST_PROXY: 'true',
    COUNTRY_HEADER: 'x-country',
    REGION_HEADER: 'x-region',
  });
  influencer = await app.as('influencer');
  fan = await app.as('subscriber');
  staff = await app.as('staff');
});
afterAll(() => app.close());

const IN_FRANCE = { 'x-country': 'FR' };
const request = (path: string, headers: Record<string, string> = {}, user?: TestUser) =>
  app.app.request(path, { headers: { ...headers, ...(user && { cookie: user.cookie }) } });
const isBlocked = async (...call: Parameters<typeof request>) =>
  (await request(...call)).status === 451;

test.each([
  ['a blocked country', IN_FRANCE, true],
  ['a blocked part of a country', { 'x-country': 'us', 'x-region': 'tx' }, true],
  ['another part of it', { 'x-country': 'US', 'x-region': 'CA' }, false],
  ['a part of that name elsewhere', { 'x-country': 'CA', 'x-region': 'TX' }, false],
  ['another country', { 'x-country': 'DE' }, false],
  ['nowhere known', {}, false],
])('visitors in %s', async (_, headers, expected) => {
  for (const path of ['/', '/api/featured', '/images/x.webp', '/marketplace', '/nova']) {
    expect([path, await isBlocked(path, headers as Record<string, string>)]).toEqual([
      path,
      expected,
    ]);
  }
});

test.each(['/auth', '/terms', '/report', '/release', '/cancel', '/health', '/icon.svg'])(
  '%s is open everywhere',
  async (path) => {
    expect(await isBlocked(path, IN_FRANCE)).toBe(false);
  },
);

test('people without an account use their private links, and creators sign in, everywhere', async () => {
  for (const path of [
    '/api/own-consents',
    '/api/cancel-link',
    '/api/auth/sign-in',
    '/api/reports',
  ]) {
    const response = await app.app.request(path, {
      method: 'POST',
      headers: { ...IN_FRANCE, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([path, response.status]).toEqual([path, 400]);
  }
});

test('the team and influencers work everywhere, fans view nothing in a blocked region', async () => {
  expect(await isBlocked('/api/auth/session', IN_FRANCE, fan)).toBe(false);
  expect(await isBlocked('/api/feed', IN_FRANCE, fan)).toBe(true);
  expect(await isBlocked('/api/feed', {}, fan)).toBe(false);
  expect(await isBlocked('/api/performers', IN_FRANCE, staff)).toBe(false);
  expect(await isBlocked('/api/my-payouts', IN_FRANCE, influencer)).toBe(false);
});

test('a browser gets a page that says why, which no cache stores', async () => {
  const response = await request('/', { ...IN_FRANCE, accept: 'text/html' });
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  expect(text).toContain('isn’t available where you are');
  expect(text).toContain('href="/contact"');
});

test('answers name the region as what they depend on, for shared caches', async () => {
  expect((await request('/robots.txt')).headers.get('vary') ?? '').not.toContain('x-country');
  expect((await request('/api/featured')).headers.get('vary')).toContain('x-country, x-region');
});
