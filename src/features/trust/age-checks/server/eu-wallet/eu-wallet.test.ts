import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createBrowser, type Browser } from '../age-browser.testing.ts';
import { ageChecks, usedAttestations } from '../age-checks.table.ts';
import { createIssuer, createWallet, present } from './eu-issuer.testing.ts';
import type { BrowserRequest, DirectRequest } from './proof-of-age.ts';

let app: TestApp;
let browser: Browser;
let issuer: Awaited<ReturnType<typeof createIssuer>>;
let wallet: Awaited<ReturnType<typeof createWallet>>;
const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-issuers-'));
beforeAll(async () => {
  [issuer, wallet] = [await createIssuer(), await createWallet()];
  const file = path.join(folder, 'issuers.pem');
  writeFileSync(file, `# Trusted issuers\n${issuer.rootPem}\n`);
  app = await createTestApp({
    VERIFIED_REGIONS: 'FR',
    AGE_CHECKS: 'eu_wallet',
    EU_AGE_ISSUERS_FILE: file,
    TRUST_PROXY: 'true',
    COUNTRY_HEADER: 'x-country',
    PUBLIC_URL: 'https://app.test',
  });
});
let count = 0;
beforeEach(() => {
  const network = `10.9.0.${++count}`;
  browser = createBrowser(app, { 'x-country': 'FR', 'x-forwarded-for': network });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** What a wallet reads from the link. */
async function startCheck() {
  const link = new URL(await browser.start('eu_wallet'));
  const query = Object.fromEntries(link.searchParams) as Record<string, string>;
  const request: DirectRequest = {
    clientId: query.client_id!,
    responseUri: query.response_uri!,
    nonce: query.nonce!,
  };
  return { link, query, request };
}
type Check = Awaited<ReturnType<typeof startCheck>>;

const answer = ({ query }: Check, fields: Record<string, string>, state = query.state!) =>
  app.app.request(new URL(query.response_uri!).pathname, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, state }),
  });
const presentTo = async ({ request }: Check, attestation = wallet.issue(issuer)) =>
  (await present(await attestation, { request, signingKey: wallet.deviceKey })).vpToken;
const statusOf = async () =>
  ((await browser.collect()) as { check: { status: string } }).check.status;

test('the request is that of the profile, and each has an address of its own', async () => {
  const { link, query } = await startCheck();
  expect(link.protocol).toBe('av:');
  const { response_uri: responseUri, nonce, state, dcql_query: dcql, ...fixed } = query;
  expect(responseUri).toMatch(/^https:\/\/app\.test\/webhooks\/age\/eu_wallet\/[\w-]{22}$/);
  expect(nonce).toMatch(/^[\w-]{43}$/);
  expect(responseUri).toContain(state);
  expect(fixed).toEqual({
    response_type: 'vp_token',
    response_mode: 'direct_post',
    client_id: `redirect_uri:${responseUri}`,
  });
  expect(JSON.parse(dcql!)).toEqual({
    credentials: [
      {
        id: 'proof_of_age',
        format: 'mso_mdoc',
        meta: { doctype_value: 'eu.europa.ec.av.1' },
        claims: [{ path: ['eu.europa.ec.av.1', 'age_over_18'] }],
      },
    ],
  });
  expect((await startCheck()).query.nonce).not.toBe(nonce);
});

test('a proof of age verifies the browser that requested it, and nobody else', async () => {
  const check = await startCheck();
  const other = createBrowser(app, { 'x-country': 'FR' });
  expect((await answer(check, { vp_token: await presentTo(check) })).status).toBe(200);
  expect(await other.collect()).toMatchObject({ isVerified: false, check: null });
  expect(await statusOf()).toBe('passed');
  expect(await browser.sees()).toBe(true);
  expect(await other.sees()).toBe(false);
});

test('an answer counts once', async () => {
  const check = await startCheck();
  const vpToken = await presentTo(check);
  const answers = await Promise.all([
    answer(check, { vp_token: vpToken }),
    answer(check, { vp_token: vpToken }),
  ]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect((await answer(check, { vp_token: vpToken })).status).toBe(404);
  expect(await statusOf()).toBe('passed');
});

test('an attestation counts once, also for another check', async () => {
  const attestation = wallet.issue(issuer);
  const first = await startCheck();
  await answer(first, { vp_token: await presentTo(first, attestation) });
  const second = await startCheck();
  const response = await answer(second, { vp_token: await presentTo(second, attestation) });
  expect(response.status).toBe(400);
  expect(await statusOf()).toBe('failed');
});

test('an answer to one check does not count for another', async () => {
  const [first, second] = [await startCheck(), await startCheck()];
  const response = await answer(second, { vp_token: await presentTo(first) });
  expect(response.status).toBe(400);
  expect(await statusOf()).toBe('failed');
});

test('a wrong state changes nothing', async () => {
  const check = await startCheck();
  const vpToken = await presentTo(check);
  expect((await answer(check, { vp_token: vpToken }, 'another')).status).toBe(400);
  expect(await statusOf()).toBe('open');
  expect((await answer(check, { vp_token: vpToken })).status).toBe(200);
});

test('a late answer counts as none', async () => {
  const check = await startCheck();
  const vpToken = await presentTo(check);
  await app.db.update(ageChecks).set({ createdAt: sql`now() - interval '61 minutes'` });
  expect((await answer(check, { vp_token: vpToken })).status).toBe(404);
  expect(await statusOf()).toBe('open');
});

test.each([
  ['refuses', { error: 'access_denied' }, 200, 'ended'],
  ['sends nothing', {}, 400, 'failed'],
  ['sends something else', { vp_token: '{"proof_of_age":["AAAA"]}' }, 400, 'failed'],
])('a wallet that %s ends the check', async (_, fields, status, expected) => {
  const check = await startCheck();
  expect((await answer(check, fields as Record<string, string>)).status).toBe(status);
  expect(await statusOf()).toBe(expected);
});

test('a huge answer, no form and an unknown address change nothing', async () => {
  const check = await startCheck();
  expect((await answer(check, { vp_token: 'x'.repeat(40_000) })).status).toBe(413);
  const { pathname } = new URL(check.query.response_uri!);
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect((await app.app.request(pathname, json)).status).toBe(400);
  expect((await app.app.request('/webhooks/age/eu_wallet/unknown', json)).status).toBe(404);
  expect((await app.app.request('/webhooks/age/eu_wallet/%00', json)).status).toBe(404);
  expect((await app.app.request('/webhooks/age/eu_wallet', json)).status).toBe(404);
  expect(await statusOf()).toBe('open');
});

test('nothing about the person or the attestation is stored, but that it was used', async () => {
  const check = await startCheck();
  await answer(check, { vp_token: await presentTo(check) });
  const [used] = await app.db.select().from(usedAttestations);
  expect(Object.keys(used!)).toEqual(['digest', 'usedAt']);
  const checks = await app.db.select().from(ageChecks);
  expect(checks.filter(({ status, reference }) => status !== 'open' && reference)).toEqual([]);
});

describe('through the browser (Digital Credentials API)', () => {
  type Started = { credentialRequest: { protocol: string; data: Record<string, unknown> } };

  async function startInBrowser(own = browser) {
    const response = await own.post('/api/age-check', { method: 'eu_wallet' });
    const { credentialRequest } = (await response.json()) as Started;
    const request: BrowserRequest = {
      origin: 'https://app.test',
      nonce: String(credentialRequest.data.nonce),
    };
    return { credentialRequest, request };
  }
  const submit = (body: object, own = browser) => own.post('/api/age-check/wallet-answer', body);
  const presentIn = async (request: BrowserRequest, attestation = wallet.issue(issuer)) =>
    (await present(await attestation, { request, signingKey: wallet.deviceKey })).vpToken;

  test('the request is that of OpenID4VP 1.0, without a client, an address and a state', async () => {
    const { credentialRequest, request } = await startInBrowser();
    const { link } = await startCheck();
    expect(credentialRequest).toEqual({
      protocol: 'openid4vp-v1-unsigned',
      data: {
        response_type: 'vp_token',
        response_mode: 'dc_api',
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        dcql_query: JSON.parse(link.searchParams.get('dcql_query')!),
        client_metadata: {
          vp_formats_supported: {
            mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] },
          },
        },
      },
    });
    expect((await startInBrowser()).request.nonce).not.toBe(request.nonce);
  });

  test('a proof of age verifies the browser that requested it, once', async () => {
    const { request } = await startInBrowser();
    const vpToken = await presentIn(request);
    const other = createBrowser(app, { 'x-country': 'FR' });
    expect((await submit({ vpToken }, other)).status).toBe(404);
    await startInBrowser(other);
    expect((await submit({ vpToken }, other)).status).toBe(400);
    expect(await other.sees()).toBe(false);
    const answers = await Promise.all([submit({ vpToken }), submit({ vpToken })]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect((await submit({ vpToken })).status).toBe(404);
    expect(await statusOf()).toBe('passed');
    expect(await browser.sees()).toBe(true);
    expect(await other.sees()).toBe(false);
  });

  test('an attestation counts once, whichever way it is presented', async () => {
    const attestation = wallet.issue(issuer);
    const first = await startCheck();
    await answer(first, { vp_token: await presentTo(first, attestation) });
    const { request } = await startInBrowser();
    const response = await submit({ vpToken: await presentIn(request, attestation) });
    expect(response.status).toBe(400);
    expect(await statusOf()).toBe('failed');
  });

  test('an answer to another check proves nothing, nor one that was meant for the direct way', async () => {
    const earlier = await startInBrowser();
    await startInBrowser();
    expect((await submit({ vpToken: await presentIn(earlier.request) })).status).toBe(400);
    expect(await statusOf()).toBe('failed');
    const direct = await startCheck();
    expect((await submit({ vpToken: await presentTo(direct) })).status).toBe(400);
    expect(await statusOf()).toBe('failed');
  });

  test('a late answer counts as none', async () => {
    const { request } = await startInBrowser();
    const vpToken = await presentIn(request);
    await app.db.update(ageChecks).set({ createdAt: sql`now() - interval '61 minutes'` });
    expect((await submit({ vpToken })).status).toBe(404);
    expect(await statusOf()).toBe('open');
  });

  test.each([
    ['refuses', { error: 'access_denied' }, 200, 'ended'],
    ['sends nothing', { vpToken: 'null' }, 400, 'failed'],
    ['sends something else', { vpToken: '{"proof_of_age":["AAAA"]}' }, 400, 'failed'],
    ['sends too much', { vpToken: 'x'.repeat(40_000) }, 400, 'open'],
    ['answers in another form', { vpToken: { proof_of_age: [] } }, 400, 'open'],
  ])('a wallet that %s', async (_, body, status, expected) => {
    await startInBrowser();
    expect((await submit(body)).status).toBe(status);
    expect(await statusOf()).toBe(expected);
  });

  test('a check by another method takes no answer of a wallet', async () => {
    const { request } = await startInBrowser();
    const vpToken = await presentIn(request);
    await app.db.update(ageChecks).set({ method: 'yoti' });
    expect((await submit({ vpToken })).status).toBe(404);
  });
});
