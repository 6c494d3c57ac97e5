import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnSubscription } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { influencer as insertInfluencer } from '#src/features/storefront/marketplace/server/marketplace.testing.ts';
import { readConfig } from '#src/platform/config/config.ts';
import { makeMmdbFile } from '#src/platform/http/mmdb-file.testing.ts';
import { createApp } from '#src/server/app.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { listOperations } from '#test/operations.ts';
import { publish, subscribe } from '#test/posts.ts';

let app: TestApp;
let influencer: TestUser;
let fan: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp({
    BLOCKED_REGIONS: 'FR, US-TX, CA',
    VERIFIED_REGIONS: 'GB, US, CA-QC',
    AGE_CHECKS: 'sandbox',
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
const IN_BRITAIN = { 'x-country': 'GB' };
const IN_QUEBEC = { 'x-country': 'CA', 'x-region': 'QC' };
const request = (path: string, headers: Record<string, string> = {}, user?: TestUser) =>
  app.app.request(path, { headers: { ...headers, ...(user && { cookie: user.cookie }) } });
const isBlocked = async (...call: Parameters<typeof request>) =>
  (await request(...call)).status === 451;

test.each([
  ['a blocked country', IN_FRANCE, true],
  ['a blocked part of a country', { 'x-country': 'us', 'x-region': 'tx' }, true],
  ['another part of it', { 'x-country': 'US', 'x-region': 'CA' }, false],
  ['a part of that name elsewhere', { 'x-country': 'MX', 'x-region': 'TX' }, false],
  ['a part of a blocked country where ages are verified', IN_QUEBEC, false],
  ['another country', { 'x-country': 'DE' }, false],
  ['two countries, of which one is blocked', { 'x-country': 'DE, FR' }, true],
  ['the same, the other way round', { 'x-country': ' fr,DE' }, true],
  ['two parts, of which one is blocked', { 'x-country': 'US', 'x-region': 'CA, TX' }, true],
  ['nowhere known', {}, false],
])('visitors in %s', async (_, headers, expected) => {
  for (const path of ['/', '/api/featured', '/images/x.webp', '/marketplace', '/nova']) {
    expect([path, await isBlocked(path, headers as Record<string, string>)]).toEqual([
      path,
      expected,
    ]);
  }
});

test.each(['/auth', '/terms', '/report', '/release', '/cancel', '/2257', '/health', '/icon.svg'])(
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
  expect(await isBlocked('/subscriptions/nova', IN_FRANCE, fan)).toBe(true);
  expect(await isBlocked('/api/performers', IN_FRANCE, staff)).toBe(false);
  expect(await isBlocked('/api/my-payouts', IN_FRANCE, influencer)).toBe(false);
});

test('a browser gets a page that says why, which no cache stores', async () => {
  const response = await request('/', { ...IN_FRANCE, accept: 'text/html' });
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  expect(text).toContain('isn’t available where you are');
  expect(text).toContain('href="/contact"');
  expect(text).toContain('href="/my-subscriptions"');
});

test('the list of creators’ addresses is closed in a blocked region, and open before a verification, as their text is', async () => {
  for (const path of ['/sitemap.xml', '/sitemap-1.xml', '/cards/nova.png']) {
    expect([path, await isBlocked(path, IN_FRANCE)]).toEqual([path, true]);
    expect([path, await isBlocked(path, IN_BRITAIN)]).toEqual([path, false]);
  }
  expect((await request('/sitemap.xml', IN_BRITAIN)).status).toBe(200);
  expect(await isBlocked('/robots.txt', IN_FRANCE)).toBe(false);
});

test('answers name the region as what they depend on, for shared caches', async () => {
  expect((await request('/robots.txt')).headers.get('vary') ?? '').not.toContain('x-country');
  expect((await request('/api/featured')).headers.get('vary')).toContain(
    'x-country, x-region, Cookie',
  );
});

test('a file of the operator names the parts of countries by address', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-regions-'));
  const file = path.join(folder, 'cities.mmdb');
  const texas = { country: { iso_code: 'US' }, subdivisions: [{ iso_code: 'TX' }] };
  writeFileSync(file, makeMmdbFile([203, 0, 113], texas));
  const regions = { BLOCKED_REGIONS: 'US-TX', VERIFIED_REGIONS: 'US', AGE_CHECKS: 'sandbox' };
  const { regions: config } = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    REGION_FILE: file,
    ...regions,
  });
  const find = config.findRegions!;
  expect(['203.0.113.9', '203.0.114.9', '2001:db8::1'].map(find)).toEqual([
    ['US-TX', 'US'],
    [],
    [],
  ]);
  rmSync(folder, { recursive: true });
});

describe.each([
  ['where ages are verified', IN_BRITAIN, 'verified'],
  ['in a blocked region', IN_FRANCE, 'blocked'],
])('%s, a fan', (_, headers, policy) => {
  const read = async (path: string) => (await request(path, headers, fan)).json();

  test('reaches the account, subscriptions and payments, which show a name and nothing else of a creator', async () => {
    const creator = await insertInfluencer(app, {
      fullName: 'Nova Quill',
      publicUrl: `nova-${policy}`,
      contentCategory: 'Cosplay',
      pageHeroImage: 'public/1732100000000-a1b2c3.jpg',
    });
    await subscribe(app, fan, { ...influencer, id: creator });
    expect((await read('/api/auth/session')).session).toMatchObject({ creatorsHiddenBy: policy });
    const { subscriptions } = await read('/api/subscriptions');
    const own = (subscriptions as OwnSubscription[]).find(
      ({ influencer: { id } }) => id === creator,
    )!;
    expect(own.influencer).toEqual({
      id: creator,
      fullName: 'Nova Quill',
      publicUrl: null,
      contentCategory: null,
      image: null,
    });
    for (const path of ['/my-subscriptions', '/my-account', '/receipts/x', '/avatars/x']) {
      const { status } = await request(path, { ...headers, accept: 'text/html' }, fan);
      // The pages are not part of this test.
      expect([path, status]).toEqual([path, 404]);
    }
  });

  test('cancels there, and closes the account', async () => {
    const own = await app.as('subscriber');
    await subscribe(app, own, influencer);
    const send = (method: string, path: string) =>
      app.app.request(path, { method, headers: { ...headers, cookie: own.cookie } });
    const { subscriptions } = await (await request('/api/subscriptions', headers, own)).json();
    const { status } = await send('POST', `/api/subscriptions/${subscriptions[0].id}/cancel`);
    expect(status).toBe(200);
    expect((await send('POST', '/api/checkouts')).status).not.toBe(200);
    expect((await send('DELETE', '/api/account')).status).toBe(200);
  });
});

test('everybody else sees whom they work with, also there', async () => {
  for (const user of [staff, influencer]) {
    const response = await request('/api/auth/session', IN_FRANCE, user);
    expect((await response.json()).session).toMatchObject({ creatorsHiddenBy: null });
  }
  const { json } = await app.call('GET', '/api/auth/session', { user: fan });
  expect(json.session).toMatchObject({ creatorsHiddenBy: null });
});

describe('where ages are verified', () => {
  // Maintained by hand: every other read is refused before the check.
  const OPEN_READS = [
    '/api/account',
    '/api/account/email',
    '/api/account/export',
    '/api/account/second-factor',
    '/api/account/sessions',
    '/api/auth/confirmation',
    '/api/auth/session',
    '/api/mail-preferences',
    '/api/payment-options',
    '/api/purchases',
    '/api/subscriptions',
    '/api/transparency',
  ];
  const PICTURE = '1732100000000-a1b2c3';

  const isRefused = async (...call: Parameters<typeof request>) => {
    const response = await request(...call);
    return response.status === 403 && (await response.text()).includes('age-check-required');
  };

  test('no read of the API shows a creator, to visitors and to fans', async () => {
    await insertInfluencer(app, { pageHeroImage: `public/${PICTURE}.jpg` });
    await publish(app, influencer);
    await subscribe(app, fan, influencer);
    const reads = listOperations(app.services)
      .filter(({ method }) => method === 'get')
      .map(({ path }) => path.replaceAll(/\{\w+\}/g, influencer.id));
    const open = new Set<string>();
    for (const path of reads) {
      for (const user of [undefined, fan]) {
        const response = await request(path, IN_BRITAIN, user);
        const text = await response.text();
        if (response.ok) open.add(path);
        expect(text).not.toContain(PICTURE);
      }
    }
    expect([...open].toSorted()).toEqual(OPEN_READS);
  });

  test.each([
    [`/images/${PICTURE}.w640.webp`],
    ['/media/00000000-0000-4000-8000-000000000000/h360.mp4'],
    ['/uploads/x'],
    ['/application-pictures/00000000-0000-4000-8000-000000000000'],
    ['/api/events'],
    ['/marketplace'],
    ['/subscribe'],
    ['/my-feed'],
    ['/influencer/nova'],
    ['/marketplace/subscribe/nova'],
    ['/subscriptions/nova'],
  ])('%s needs a verified age', async (path) => {
    for (const headers of [IN_BRITAIN, IN_QUEBEC, { 'x-country': 'US', 'x-region': 'CA' }]) {
      expect(await isRefused(path, headers)).toBe(true);
      expect(await isRefused(path, headers, fan)).toBe(true);
      expect(await isRefused(path, headers, staff)).toBe(false);
    }
    expect(await isRefused(path, { 'x-country': 'DE' })).toBe(false);
  });

  test('a browser is led to the check and back, and no cache stores that', async () => {
    const headers = { ...IN_BRITAIN, accept: 'text/html' };
    const response = await request('/subscribe?influencer=nova', headers);
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/age-check?next=%2Fsubscribe%3Finfluencer%3Dnova',
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('public pages are rendered without pictures for search engines, behind a gate', async () => {
    const rendered: string[] = [];
    const pages = createApp(app.services, {
      render: async (address, { viewer }) => {
        rendered.push(`${viewer} ${address}`);
        return new Response('page', { headers: { 'content-type': 'text/html' } });
      },
      load: async () => {},
      locatePage: (address) => ({ address, isStatic: true, comesLast: false }),
      inlineScripts: [],
      addedStyles: [],
      close: async () => {},
    });
    const { publicUrl } = (await app.call('GET', '/api/featured')).json.influencers[0];
    for (const user of [undefined, fan, staff]) {
      const headers = { ...IN_BRITAIN, ...(user && { cookie: user.cookie }) };
      const response = await pages.request(`/${publicUrl}`, { headers });
      expect(response.headers.get('cache-control')).toMatch(
        user === staff ? 'no-store' : 'private',
      );
    }
    expect((await pages.request('/', { headers: IN_BRITAIN })).status).toBe(200);
    expect((await pages.request('/', { headers: { 'x-country': 'DE' } })).status).toBe(200);
    expect((await pages.request('/marketplace', { headers: IN_BRITAIN })).status).toBe(403);
    expect(rendered).toEqual([
      `unverified /${publicUrl}`,
      `member /${publicUrl}`,
      'unverified /',
      'unconfirmed /',
    ]);
  });

  test('cards of links contain no picture, and stay open', async () => {
    const { status, headers } = await request('/card.png', IN_BRITAIN);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await request('/cards/nobody.png', IN_BRITAIN)).status).toBe(404);
  });
});
