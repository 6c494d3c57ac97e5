import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createBrowser, type Browser } from '../age-browser.testing.ts';
import { createYoti } from './yoti-provider.ts';
import { startYoti, YOTI_SERVICE } from './yoti-server.testing.ts';

let yoti: Awaited<ReturnType<typeof startYoti>>;
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  yoti = await startYoti();
  app = await createTestApp({
    VERIFIED_REGIONS: 'FR',
    AGE_CHECKS: 'yoti',
    YOTI_SDK_ID: YOTI_SERVICE.sdkId,
    YOTI_API_KEY: YOTI_SERVICE.apiKey,
    YOTI_API_URL: yoti.url,
    TRUST_PROXY: 'true',
    COUNTRY_HEADER: 'x-country',
    PUBLIC_URL: 'https://app.test',
  });
});
beforeEach(async () => {
  yoti.behavior.kind = 'well';
  await app.db.execute(sql`delete from rate_limits`);
  browser = createBrowser(app, { 'x-country': 'FR' });
});
afterAll(async () => {
  await app.close();
  await yoti.stop();
});

const idOf = (address: string) => new URL(address).searchParams.get('sessionId')!;
const notify = (body: unknown) =>
  app.app.request('/webhooks/age/yoti', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const statusOf = async () => (await browser.collect()) as { check: { status: string } };

test('a session says what has to be found out, and nothing about the person', async () => {
  const address = await browser.start('yoti');
  expect(address.startsWith(`${yoti.url}?sessionId=`)).toBe(true);
  expect(new URL(address).searchParams.get('sdkId')).toBe(YOTI_SERVICE.sdkId);
  expect(yoti.sessions.get(idOf(address))).toEqual({
    id: idOf(address),
    status: 'PENDING',
    type: 'OVER',
    age_estimation: { allowed: true, threshold: 25 },
    doc_scan: { allowed: true, threshold: 18 },
    ttl: 3600,
    reference_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    callback: { auto: true, url: 'https://app.test/age-check' },
    notification_url: 'https://app.test/webhooks/age/yoti',
  });
});

test.each([
  ['PENDING', 'open'],
  ['IN_PROGRESS', 'open'],
  ['SOMETHING_NEW', 'open'],
  ['COMPLETE', 'passed'],
  ['FAIL', 'failed'],
  ['ERROR', 'failed'],
  ['CANCELLED', 'ended'],
  ['EXPIRED', 'ended'],
])('a session that is %s leaves the check %s, without a notification', async (status, expected) => {
  yoti.sessions.get(idOf(await browser.start('yoti')))!.status = status;
  expect(await statusOf()).toMatchObject({ check: { status: expected } });
  expect(await browser.sees()).toBe(expected === 'passed');
});

test('a notification only causes the result to be requested, so a forged one changes nothing', async () => {
  const id = idOf(await browser.start('yoti'));
  const forged = { ...yoti.notification(id), state: 'COMPLETE', result: true };
  expect((await notify(forged)).status).toBe(200);
  expect(await statusOf()).toMatchObject({ check: { status: 'open' } });
  yoti.sessions.get(id)!.status = 'COMPLETE';
  // Delivered twice, as Yoti may.
  for (let time = 0; time < 2; time++) {
    expect((await notify(yoti.notification(id))).status).toBe(200);
  }
  const requests = yoti.countRequests();
  expect(await statusOf()).toMatchObject({ check: { status: 'passed' } });
  expect(yoti.countRequests()).toBe(requests);
});

test('a notification about an unknown session requests nothing', async () => {
  const requests = yoti.countRequests();
  expect((await notify(yoti.notification('00000000-0000-4000-8000-000000000000'))).status).toBe(
    200,
  );
  expect(yoti.countRequests()).toBe(requests);
});

test.each([['{'], ['[]'], ['{"session_key":1}'], ['x'.repeat(70_000)]])(
  'a notification that is none is refused',
  async (body) => {
    expect([400, 413]).toContain((await notify(body)).status);
  },
);

test('the result of another session does not count', async () => {
  yoti.sessions.get(idOf(await browser.start('yoti')))!.status = 'COMPLETE';
  yoti.behavior.kind = 'other-session';
  expect(await statusOf()).toMatchObject({ check: { status: 'open' } });
});

test('when Yoti fails, the visitor learns it and can try again', async () => {
  yoti.behavior.kind = 'with-500';
  expect((await browser.post('/api/age-check', { method: 'yoti' })).status).toBe(502);
  yoti.behavior.kind = 'well';
  yoti.sessions.get(idOf(await browser.start('yoti')))!.status = 'COMPLETE';
  yoti.behavior.kind = 'with-500';
  expect((await browser.post('/api/age-check/result')).status).toBe(502);
  yoti.behavior.kind = 'well';
  expect(await statusOf()).toMatchObject({ check: { status: 'passed' } });
});

test('nobody waits for a silent Yoti for long', async () => {
  yoti.behavior.kind = 'silently';
  const provider = createYoti(app.config.ageChecks.yoti!, 50);
  await expect(provider.fetchOutcome({ id: 'a', reference: 'b' })).rejects.toMatchObject({
    code: 'provider-unavailable',
  });
});
