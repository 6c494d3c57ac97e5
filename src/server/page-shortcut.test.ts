import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { trace } from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { close, listen } from '#src/platform/http/listen.ts';
import { setTracing } from '#src/platform/tracing/spans.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createApp } from './app.ts';

const METRICS_TOKEN = 'a-token-of-at-least-32-characters';
const BY_SHORTCUT = true;
const BY_APP = false;

let app: TestApp;
let server: Awaited<ReturnType<typeof listen>>;
/** Who answered each request. */
const answered: boolean[] = [];
let now = 0;

function createServerApp(services = app.services) {
  return createApp(services, {
    load: async () => {},
    render: async (address, { viewer }) => {
      const headers = { 'content-type': 'text/html' };
      const status = address === '/missing.html' ? 404 : 200;
      return new Response(`${viewer} at ${address}`.repeat(100), { status, headers });
    },
    locatePage: (address) => ({ address, isStatic: address !== '/app', comesLast: false }),
    inlineScripts: [],
    addedStyles: [],
    close: async () => {},
  });
}

function serve({ fetch, shortcut }: ReturnType<typeof createServerApp>) {
  const observed: typeof shortcut = (incoming, outgoing) => {
    const isAnswered = shortcut(incoming, outgoing);
    answered.push(isAnswered);
    return isAnswered;
  };
  return listen({ fetch, shortcut: observed, host: '127.0.0.1', port: 0 });
}

beforeAll(async () => {
  app = await createTestApp({ METRICS_TOKEN });
  server = await serve(createServerApp());
  now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await close(server);
  await app.close();
});
beforeEach(() => {
  // No page of the test before is fresh.
  now += 1_000;
  answered.splice(0);
});

type Sent = { method?: string; headers?: Record<string, string>; to?: typeof server };

// Not with fetch, which sends headers of its own and unpacks the body.
async function send(path: string, { method = 'GET', headers = {}, to = server }: Sent = {}) {
  const { port } = to.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, path, method, headers });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.on('response', resolve).on('error', reject).end();
  const response = await promise;
  const body = await buffer(response);
  return { status: response.statusCode!, headers: response.headers, body: body.toString('latin1') };
}

const comparable = ({ 'x-request-id': _id, date: _date, ...others }: IncomingHttpHeaders) => others;

test.each([
  ['as it is', '/', {}, 200],
  ['by gzip', '/', { 'accept-encoding': 'gzip, deflate' }, 200],
  ['by brotli', '/', { 'accept-encoding': 'gzip, br' }, 200],
  ['to somebody who has confirmed their age', '/', { cookie: 'velvet.adult=1' }, 200],
  ['with a query string', '/?from=a-campaign', {}, 200],
  ['that is missing', '/missing.html', {}, 404],
  ['that the browser already has', '/', { 'if-none-match': '*' }, 304],
] as const)('a page %s is the same as from the app', async (_, path, headers, status) => {
  const byApp = await send(path, { headers });
  const byShortcut = await send(path, { headers });
  expect(answered).toEqual([BY_APP, BY_SHORTCUT]);
  expect(byShortcut.status).toBe(status);
  expect(byShortcut.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  expect(byShortcut.headers['x-request-id']).not.toBe(byApp.headers['x-request-id']);
  expect({ ...byShortcut, headers: comparable(byShortcut.headers) }).toEqual({
    ...byApp,
    headers: comparable(byApp.headers),
  });
});

test('each kind of viewer gets their own page', async () => {
  for (const cookie of ['', 'velvet.adult=1', '', 'velvet.adult=1', 'velvet.adult=0']) {
    const { body } = await send('/', { headers: { cookie } });
    expect(body).toContain(cookie.endsWith('1') ? 'visitor at /' : 'unconfirmed at /');
  }
  expect(answered).toEqual([BY_APP, BY_APP, BY_SHORTCUT, BY_SHORTCUT, BY_SHORTCUT]);
});

test('whoever has a session is left to the app', async () => {
  const fan = await app.as('subscriber');
  await send('/', { headers: { cookie: 'velvet.adult=1' } });
  const token = decodeURIComponent(fan.cookie.split('=')[1]!);
  const signedIn: Record<string, string>[] = [
    { cookie: fan.cookie },
    { cookie: `velvet.adult=1; ${fan.cookie}` },
    { cookie: 'velvet.adult=1', authorization: `Bearer ${token}` },
  ];
  for (const headers of signedIn) {
    expect((await send('/', { headers })).body).toContain('fan at /');
  }
  expect(answered).toEqual([BY_APP, BY_APP, BY_APP, BY_APP]);
});

test('other hosts, methods, addresses and old pages are left to the app', async () => {
  await send('/');
  const statuses = [
    await send('/', { headers: { host: 'evil.example' } }),
    await send('/', { method: 'POST' }),
    await send('/', { method: 'HEAD' }),
    await send('/app'),
    await send('/%2f'),
    await send('//'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([421, 404, 200, 200, 404, 404]);
  now += 251;
  expect((await send('/')).status).toBe(200);
  expect(answered).not.toContain(BY_SHORTCUT);
});

test('where regions have policies, or traces are exported, the app answers everything', async () => {
  const regions = { ...app.services.config.regions, blocked: ['XX'] };
  const restricted = await serve(
    createServerApp({ ...app.services, config: { ...app.services.config, regions } }),
  );
  await send('/', { to: restricted });
  await send('/', { to: restricted });
  await close(restricted);
  setTracing({
    tracer: trace.getTracer('none'),
    continueTrace: (_, run) => run(),
    isInTrace: () => false,
  });
  await send('/');
  await send('/');
  setTracing(null);
  expect(answered).toEqual([BY_APP, BY_APP, BY_APP, BY_APP]);
});

test('both ways are measured alike', async () => {
  const own = await serve(createServerApp());
  for (let sent = 0; sent < 3; sent += 1) await send('/', { to: own });
  await send('/', { to: own, headers: { 'if-none-match': '*' } });
  const authorization = `Bearer ${METRICS_TOKEN}`;
  const { body } = await send('/metrics', { to: own, headers: { authorization } });
  await close(own);
  expect(answered).toEqual([BY_APP, BY_SHORTCUT, BY_SHORTCUT, BY_SHORTCUT, BY_APP]);
  const counts = body.match(/^velvet_rope_request_duration_seconds_count.*$/gm);
  expect(counts).toEqual([
    'velvet_rope_request_duration_seconds_count{method="any",route="/*",status="2xx"} 3',
    'velvet_rope_request_duration_seconds_count{method="any",route="/*",status="3xx"} 1',
  ]);
});
