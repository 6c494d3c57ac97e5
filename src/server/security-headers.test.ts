import { Writable } from 'node:stream';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { INLINE_STYLES_HEADER } from '#src/lib/page-context.ts';
import { NO_PAGE } from '#src/lib/page-location.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createApp } from './app.ts';

let app: TestApp;
let staff: TestUser;
let server: ReturnType<typeof serve>;
let origin: string;
const lines: string[] = [];

beforeAll(async () => {
  app = await createTestApp({
    PUBLIC_URL: 'https://club.example',
    ALLOWED_HOSTS: '127.0.0.1',
    PAYMENTS: 'sandbox',
  });
  staff = await app.as('staff');
  const log = pino(
    { level: 'warn' },
    new Writable({
      write: (line: Buffer, _encoding, done) => {
        lines.push(line.toString());
        done();
      },
    }),
  );
  const { fetch } = createApp(
    { ...app.services, log },
    {
      render: async (address) => {
        if (address === '/dashboard') throw new Error('the page server broke');
        const headers = {
          'content-type': 'text/html; charset=utf-8',
          [INLINE_STYLES_HEADER]: "'sha256-style'",
        };
        return new Response('a page', { status: address === NO_PAGE ? 404 : 200, headers });
      },
      load: async () => {},
      locatePage: (pathname) => ({
        address: pathname.startsWith('/nothing') ? NO_PAGE : pathname,
        isStatic: pathname === '/terms' || pathname.startsWith('/nothing'),
        comesLast: false,
      }),
      inlineScripts: ["'sha256-script'"],
      addedStyles: ["'sha256-toast'"],
      close: async () => {},
    },
  );
  await new Promise<void>((resolve) => {
    server = serve({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
      origin = `http://127.0.0.1:${port}`;
      resolve();
    });
  });
});
beforeEach(() => lines.splice(0));
afterAll(async () => {
  server.close();
  await app.close();
});

const send = (path: string, init: RequestInit = {}) =>
  fetch(origin + path, { redirect: 'manual', ...init });
const asStaff = () => ({ headers: { cookie: staff.cookie } });
const html = { headers: { accept: 'text/html' } };

const ANSWERS: [kind: string, status: number, answer: () => Promise<Response>][] = [
  ['a static page', 200, () => send('/terms')],
  [
    'a page that the browser has',
    304,
    async () => {
      const etag = (await send('/terms')).headers.get('etag')!;
      return send('/terms', { headers: { 'if-none-match': etag } });
    },
  ],
  ['a page of the app', 200, () => send('/my-feed')],
  ['a missing page', 404, () => send('/nothing/here')],
  ['an error page', 500, () => send('/dashboard', html)],
  ['a path that leads to another site', 404, () => send('/%5Cevil.example', html)],
  ['an unknown host', 421, () => fetch(origin.replace('127.0.0.1', 'localhost'), html)],
  ['a redirect', 301, () => send('/influencer/somebody')],
  ['a redirect of a member', 302, () => send('/auth', asStaff())],
  ['a redirect after a form', 303, () => send('/age', { method: 'POST' })],
  [
    'a change from another site',
    403,
    () => send('/age', { method: 'POST', headers: { origin: 'https://evil.example' } }),
  ],
  ['an answer of the API', 200, () => send('/api/auth/session', asStaff())],
  ['an answer without a session', 401, () => send('/api/users')],
  ['a missing operation', 404, () => send('/api/nothing')],
  ['invalid input', 400, () => send('/api/auth/sign-in', { method: 'POST' })],
  ['a CSV file', 200, () => send('/api/applications.csv', asStaff())],
  ['the description of the API', 200, () => send('/api/openapi.json')],
  ['the documentation of the API', 200, () => send('/api/docs')],
  ['the script of the documentation', 200, () => send('/api/docs/start.js')],
  ['a file of the documentation', 200, () => send('/api/docs/assets/swagger-ui.css')],
  ['a missing picture', 404, () => send('/images/nothing.webp')],
  ['a video without a token', 403, () => send(`/media/${crypto.randomUUID()}/file`, asStaff())],
  ['a card', 200, () => send('/card.png')],
  ['robots.txt', 200, () => send('/robots.txt')],
  ['the health check', 200, () => send('/health')],
  ['the options of an upload', 404, () => send('/uploads/', { method: 'OPTIONS', ...asStaff() })],
  ['a refused webhook', 404, () => send('/webhooks/stripe', { method: 'POST' })],
  ['the stylesheet of the sandbox', 200, () => send('/sandbox/assets/page.css')],
];

test.each(ANSWERS)('%s (%i) has all security headers', async (_kind, status, answer) => {
  const response = await answer();
  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(
      /default-src '(none|self)'.*frame-ancestors 'none'/,
    ),
  });
  await response.arrayBuffer();
});

test.each(ANSWERS)('%s (%i) names its type, and texts their encoding', async (_kind, _, answer) => {
  const response = await answer();
  const type = response.headers.get('content-type') ?? '';
  const isEmpty = (await response.arrayBuffer()).byteLength === 0;
  expect(isEmpty || type).toBeTruthy();
  expect(type).not.toMatch(/^text\/(?!.*; charset=utf-8$)/i);
});

test('without encryption, no response requires it of browsers', async () => {
  const plain = await createTestApp();
  try {
    const { headers } = await plain.app.request('/health');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  } finally {
    await plain.close();
  }
});

test('scripts run from our own files, by the hash of the build or the nonce of the response only', async () => {
  const scriptsOf = async (path: string) =>
    /script-src ([^;]*)/.exec((await send(path)).headers.get('content-security-policy')!)?.[1];
  expect(await scriptsOf('/terms')).toBe("'self' 'sha256-script'");
  expect(await scriptsOf('/my-feed')).toMatch(/^'self' 'nonce-[A-Za-z0-9+/=]{24}'$/);
  expect(await scriptsOf('/my-feed')).not.toBe(await scriptsOf('/my-feed'));
  expect(await scriptsOf('/api/docs')).toBe("'self'");
  expect(await scriptsOf('/api/openapi.json')).toBeUndefined();
});

test('style elements of static pages are our own files, or have a hash of the build', async () => {
  const policy = (await send('/terms')).headers.get('content-security-policy')!;
  const [, sources] = /style-src-elem ([^;]*)/.exec(policy)!;
  expect(sources).toBe("'self' 'sha256-style' 'sha256-toast'");
});

test('a page violation that a browser reports is one short line of the log', async () => {
  const report = (body: unknown, type: string) =>
    send('/api/csp-reports', {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    });
  const current = [
    {
      type: 'csp-violation',
      body: {
        effectiveDirective: 'script-src-elem\n{"level":60}',
        documentURL: 'https://club.example/application?token=secret#part',
        blockedURL: `https://evil.example/${'x'.repeat(5_000)}`,
        lineNumber: 7,
        sample: 'alert(1)',
      },
    },
  ];
  expect((await report(current, 'application/reports+json')).status).toBe(204);
  const old = {
    'csp-report': {
      'violated-directive': 'img-src',
      'document-uri': 'https://club.example/terms',
      'blocked-uri': 'inline',
    },
  };
  expect((await report(old, 'application/csp-report')).status).toBe(204);
  expect(lines).toHaveLength(2);
  expect(lines[0]!.length).toBeLessThan(500);
  expect(lines[0]).not.toContain('secret');
  expect(JSON.parse(lines[0]!)).toMatchObject({
    effectiveDirective: 'script-src-elem?{"level":60}',
    documentURL: 'https://club.example/application',
    lineNumber: 7,
  });
  expect(JSON.parse(lines[1]!)).toMatchObject({
    effectiveDirective: 'img-src',
    blockedURL: 'inline',
  });
});

test('reports that are malformed, large or too many are refused and not logged', async () => {
  const report = (body: string) => send('/api/csp-reports', { method: 'POST', body });
  for (const body of ['', '{}', '[]', 'null', '[{"type":"csp-violation","body":{}}]']) {
    expect((await report(body)).status).toBe(400);
  }
  expect((await report(JSON.stringify('x'.repeat(20_000)))).status).toBe(413);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await report('{}')).status),
  );
  expect(statuses).toContain(429);
  expect(lines).toEqual([]);
});
