import { eq, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createBrowser, type Browser } from './age-browser.testing.ts';
import { ageChecks, ageVerifications } from './age-checks.table.ts';
import { sandboxNotification } from './sandbox/sandbox-age-provider.ts';

let app: TestApp;
let browser: Browser;
const newBrowser = (headers: Record<string, string> = {}) =>
  createBrowser(app, { 'x-country': 'FR', ...headers });
beforeAll(async () => {
  app = await createTestApp({
    VERIFIED_REGIONS: 'FR',
    AGE_CHECKS: 'sandbox',
    AGE_CHECK_DAYS: '30',
    TRUST_PROXY: 'true',
    COUNTRY_HEADER: 'x-country',
    PUBLIC_URL: 'https://app.test',
  });
});
beforeEach(async () => {
  await app.db.execute(sql`delete from rate_limits`);
  browser = newBrowser();
});
afterAll(() => app.close());

const passIn = async (one: Browser) => {
  await one.decide(await one.start('sandbox'), 'passed');
  return one.collect();
};
const countVerifications = async () =>
  (await app.db.select({ id: ageVerifications.id }).from(ageVerifications)).length;
const referenceOf = (address: string) => new URL(address).pathname.split('/').at(-1)!;
const notify = (request: Request) =>
  app.app.request('/webhooks/age/sandbox', {
    method: 'POST',
    headers: Object.fromEntries(request.headers),
    body: request.body,
    duplex: 'half',
  } as RequestInit);

test('a visitor sees creators once the age is verified, in this browser only', async () => {
  expect(await browser.sees()).toBe(false);
  const response = await browser.decide(await browser.start('sandbox'), 'passed');
  expect(response.headers.get('location')).toBe('https://app.test/age-check');
  expect(await browser.collect()).toEqual({
    isRequired: true,
    isVerified: true,
    methods: ['sandbox'],
    validDays: 30,
    isFan: false,
    check: { method: 'sandbox', status: 'passed' },
  });
  expect(await browser.sees()).toBe(true);
  const other = newBrowser();
  expect(await other.collect()).toMatchObject({ isVerified: false, check: null });
  expect(await other.sees()).toBe(false);
});

test('the cookies contain no identity, and scripts cannot read them', async () => {
  await browser.decide(await browser.start('sandbox'), 'passed');
  const response = await browser.post('/api/age-check/result');
  const [cookie] = response.headers.getSetCookie();
  expect(cookie).toMatch(
    /^__Host-velvet\.age=[0-9a-f-]{36}\.[\w-]{43}; Max-Age=2\d{6}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const forged = newBrowser();
  forged.cookies.set('__Host-velvet.age', cookie!.split(/[=.;]/)[2] + '.forged');
  expect(await forged.sees()).toBe(false);
});

test.each([
  ['failed', 'failed'],
  ['ended', 'ended'],
  ['ignore', 'open'],
])('a check that is %s shows nothing, and another one can be passed', async (action, status) => {
  await browser.decide(await browser.start('sandbox'), action);
  expect(await browser.collect()).toMatchObject({ isVerified: false, check: { status } });
  expect(await browser.sees()).toBe(false);
  expect(await passIn(browser)).toMatchObject({ isVerified: true });
});

test('a check ends once, whatever comes later', async () => {
  const address = await browser.start('sandbox');
  await browser.decide(address, 'failed');
  expect((await browser.decide(address, 'passed')).status).toBe(303);
  expect(await browser.collect()).toMatchObject({ check: { status: 'failed' } });
  const again = await browser.start('sandbox');
  const before = await countVerifications();
  await Promise.all([browser.decide(again, 'passed'), browser.decide(again, 'passed')]);
  expect(await countVerifications()).toBe(before + 1);
  await browser.collect();
  const [check] = await app.db
    .select()
    .from(ageChecks)
    .orderBy(sql`${ageChecks.createdAt} desc`)
    .limit(1);
  expect(check).toMatchObject({ status: 'passed', userId: null, reference: null });
});

test('a result that comes too late counts as none', async () => {
  const address = await browser.start('sandbox');
  await app.db.update(ageChecks).set({ createdAt: sql`now() - interval '61 minutes'` });
  await browser.decide(address, 'passed');
  expect(await browser.collect()).toMatchObject({ isVerified: false, check: { status: 'ended' } });
});

describe('a report of a provider', () => {
  test('needs its signature, and a recent one', async () => {
    const { config } = app;
    const reference = referenceOf(await browser.start('sandbox'));
    const result = { reference, outcome: 'passed' } as const;
    const old = new Date(Date.now() - 600_000);
    expect((await notify(sandboxNotification(config, result, old))).status).toBe(400);
    const other = { ...config, secrets: ['another secret of the test'] as [string] };
    expect((await notify(sandboxNotification(other, result))).status).toBe(400);
    expect(
      (await notify(new Request('https://app.test', { method: 'POST', body: '{}' }))).status,
    ).toBe(400);
    expect(await browser.collect()).toMatchObject({ check: { status: 'open' } });
    expect((await notify(sandboxNotification(config, result))).status).toBe(200);
    expect(await browser.collect()).toMatchObject({ check: { status: 'passed' } });
  });

  test('about an unknown check changes nothing', async () => {
    const report = sandboxNotification(app.config, { reference: 'unknown', outcome: 'passed' });
    const before = await countVerifications();
    expect((await notify(report)).status).toBe(200);
    expect(await countVerifications()).toBe(before);
    expect((await app.app.request('/webhooks/age/yoti', { method: 'POST' })).status).toBe(404);
    expect((await app.app.request('/sandbox/age/unknown')).status).toBe(404);
  });
});

describe('a fan', () => {
  test('verifies the age for the account, on every device', async () => {
    const fan = await app.as('subscriber');
    browser.signIn(fan);
    expect(await browser.sees()).toBe(false);
    await passIn(browser);
    const phone = newBrowser();
    phone.signIn(fan);
    expect(await phone.sees()).toBe(true);
  });

  test('takes a visitor’s verification along when signing in, once', async () => {
    await passIn(browser);
    const fan = await app.as('subscriber');
    browser.signIn(fan);
    expect(await browser.sees()).toBe(true);
    const phone = newBrowser();
    phone.signIn(fan);
    expect(await phone.sees()).toBe(true);
    // Another account in the same browser needs a check of its own.
    browser.signIn(await app.as('subscriber'));
    expect(await browser.sees()).toBe(false);
    expect(await browser.collect()).toMatchObject({ isVerified: false, isFan: true, check: null });
  });

  test('whose verification is revoked or expired needs another one', async () => {
    const [fan, admin] = [await app.as('subscriber'), await app.as('admin')];
    browser.signIn(fan);
    await passIn(browser);
    const path = `/api/fans/${fan.id}/age-verification`;
    const { json } = await app.call('GET', path, { user: admin });
    expect(json.verification).toMatchObject({ method: 'sandbox', revokedAt: null });
    await app.call('POST', `${path}/revoke`, { user: admin });
    expect(await browser.sees()).toBe(false);
    expect(await browser.collect()).toMatchObject({ isVerified: false });
    browser.signIn(undefined);
    expect(await browser.sees()).toBe(false);
    browser.signIn(fan);
    await passIn(browser);
    expect(await browser.sees()).toBe(true);
    await app.db
      .update(ageVerifications)
      .set({
        verifiedAt: sql`now() - interval '31 days'`,
        expiresAt: sql`now() - interval '1 day'`,
      })
      .where(eq(ageVerifications.userId, fan.id));
    expect(await browser.sees()).toBe(false);
    // What was collected is collected: the old check does not bring it back.
    expect(await browser.collect()).toMatchObject({ isVerified: false });
  });

  test('who deletes the account deletes the verification', async () => {
    const fan = await app.as('subscriber');
    browser.signIn(fan);
    await passIn(browser);
    await app.db.execute(sql`delete from users where id = ${fan.id}`);
    browser.signIn(undefined);
    expect(await browser.sees()).toBe(false);
  });
});

test('checks of a network are limited, so that nobody tries forever', async () => {
  const network = { 'x-forwarded-for': '203.0.113.7' };
  browser = newBrowser(network);
  for (let attempt = 0; attempt < 10; attempt++) {
    await browser.decide(await browser.start('sandbox'), 'failed');
  }
  const refused = await newBrowser(network).post('/api/age-check', { method: 'sandbox' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a method that is not set up is refused', async () => {
  expect((await browser.post('/api/age-check', { method: 'yoti' })).status).toBe(409);
});

describe('the database', () => {
  test('stores that somebody is over 18, how and until when, and nothing else', () => {
    expect(getTableConfig(ageVerifications).columns.map(({ name }) => name)).toEqual([
      'id',
      'userId',
      'method',
      'verifiedAt',
      'expiresAt',
      'revokedAt',
    ]);
  });

  test.each([
    ['for longer than a year', { expiresAt: sql`now() + interval '367 days'` }],
    ['that ends before it begins', { expiresAt: sql`now() - interval '1 day'` }],
    ['by an unknown method', { method: sql`'horoscope'` }],
  ])('refuses a verification %s', async (_, changed) => {
    const row = { method: sql`'sandbox'`, expiresAt: sql`now() + interval '1 day'`, ...changed };
    await expect(
      app.db.execute(sql`insert into ${ageVerifications} (method, expires_at)
        values (${row.method}, ${row.expiresAt})`),
    ).rejects.toThrow();
  });

  test('stores of nobody whose check is over', async () => {
    const { id: userId } = await app.as('subscriber');
    const over = { userId, method: 'sandbox', status: 'failed', endedAt: new Date() } as const;
    await expect(app.db.insert(ageChecks).values(over)).rejects.toThrow();
  });
});

test('admins see the policies and how the checks went', async () => {
  const { json } = await app.call('GET', '/api/age-overview', { user: await app.as('admin') });
  expect(json).toMatchObject({
    blocked: [],
    verified: ['FR'],
    regionSource: 'header',
    validDays: 30,
    methods: [{ method: 'sandbox', isOffered: true }],
  });
  expect(json.methods[0].passed).toBeGreaterThan(0);
  expect(json.methods[0].failed).toBeGreaterThan(0);
  expect(json.methods[0].unfinished).toBeGreaterThan(0);
});
