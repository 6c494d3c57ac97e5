import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, PASSWORD, type TestApp } from '#test/harness.ts';
import { createApp } from './app.ts';

let app: TestApp;
let server: ReturnType<typeof serve>;
let port: number;
const rendered: string[] = [];
beforeAll(async () => {
  app = await createTestApp({
    PUBLIC_URL: 'https://club.example',
    ALLOWED_HOSTS: 'www.club.example',
  });
  const { fetch } = createApp(app.services, {
    render: async (address) => {
      rendered.push(address);
      return new Response('a page', { headers: { 'content-type': 'text/html' } });
    },
    load: async () => {},
    locatePage: (address) => ({ address, isStatic: true, comesLast: false }),
    inlineScripts: [],
    addedStyles: [],
    close: async () => {},
  });
  await new Promise<void>((resolve) => {
    server = serve({ fetch, hostname: '127.0.0.1', port: 0 }, (info) => {
      ({ port } = info);
      resolve();
    });
  });
});
afterAll(async () => {
  server.close();
  await app.close();
});

type Sent = { method?: string; headers?: Record<string, string> };

// Not with fetch, which cannot set a Host header and normalizes addresses.
const send = async (path: string, { method = 'GET', headers = {} }: Sent = {}) => {
  const sent = request({ port, path, method, headers: { host: 'club.example', ...headers } });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.on('response', resolve).on('error', reject).end();
  const response = await promise;
  const { statusCode: status, headers: answered } = response;
  return { status, headers: answered, body: await text(response) };
};

test('an unknown host is refused everywhere, with a hint at the setting', async () => {
  for (const host of ['evil.example', 'club.example.evil.example', 'club_example', 'localhost']) {
    for (const path of ['/', '/api/openapi.json', '/influencer/somebody', '/robots.txt']) {
      const { status, body } = await send(path, { headers: { host } });
      expect(status).toBe(421);
      expect(body).toContain('ALLOWED_HOSTS');
    }
  }
  const { status, body } = await send('/', {
    headers: { host: 'evil.example', accept: 'text/html' },
  });
  expect(status).toBe(421);
  expect(body).toContain('<h1>This address is not known here');
});

test('the public host and the other configured hosts are served on any port', async () => {
  for (const host of ['club.example', 'CLUB.example:443', 'www.club.example:3000']) {
    expect((await send('/', { headers: { host } })).status).toBe(200);
  }
});

test('the health check is served for any host', async () => {
  expect((await send('/health', { headers: { host: '10.1.2.3:3000' } })).status).toBe(200);
});

test('a change is accepted only from an origin of the product with the same scheme', async () => {
  const post = (origin: string, host = 'www.club.example') =>
    send('/age', { method: 'POST', headers: { host, origin } });
  expect((await post('https://www.club.example')).status).toBe(303);
  expect((await post('https://club.example')).status).toBe(303);
  expect((await post('http://www.club.example')).status).toBe(403);
  expect((await post('https://evil.example')).status).toBe(403);
  expect((await post('https://evil.example', 'evil.example')).status).toBe(421);
});

test.each([
  '//evil.example/x',
  '///evil.example',
  '//influencer/somebody',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/.//evil.example',
  '/a%5Cb',
  '/a%00b',
])('%s, which a browser could resolve to another site, is not found', async (path) => {
  const before = rendered.length;
  const { status, headers } = await send(path);
  expect(status).toBe(404);
  expect(headers.location).toBeUndefined();
  expect(rendered).toHaveLength(before);
});

test('a change is accepted as JSON only, which a form of another site cannot send', async () => {
  const { email } = await app.as('subscriber');
  const body = JSON.stringify({ email, password: PASSWORD });
  const signIn = (type: string) =>
    app.app.request('/api/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    expect((await signIn(type)).status, type).toBe(400);
  }
  expect((await signIn('application/json')).status).toBe(200);
});

test('the endpoint for server functions does not exist', async () => {
  const before = rendered.length;
  for (const path of ['/_serverFn/', '/_serverFn/abc', '/%5FserverFn/abc', '/x/../_serverFn/abc']) {
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) {
      const { status, body } = await send(path, { method });
      expect(status).toBe(404);
      expect(body).toContain('"code":"not-found"');
    }
  }
  expect(rendered).toHaveLength(before);
});
