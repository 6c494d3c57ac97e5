import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isReservedSlug } from '#src/lib/slug.ts';
import { close, listen } from '#src/platform/http/listen.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createApp } from './app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ METRICS_TOKEN: 'a-token-of-at-least-32-characters' });
});
afterAll(() => app.close());

test('rendering for a HEAD request is cancelled', async () => {
  let ended = false;
  const body = () =>
    new ReadableStream({
      cancel() {
        ended = true;
      },
    });
  const server = createApp(app.services, {
    render: async () => new Response(body(), { headers: { 'content-type': 'text/html' } }),
    load: async () => {},
    locatePage: (address) => ({ address, isStatic: false, comesLast: true }),
    inlineScripts: [],
    addedStyles: [],
    close: async () => {},
  });
  const response = await server.request('/dashboard', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(await response.text()).toBe('');
  expect(ended).toBe(true);
});

test('while the pages load, the API answers and a page waits', async () => {
  const { promise: loaded, resolve: finishLoading } = Promise.withResolvers<void>();
  const server = createApp(app.services, {
    load: () => loaded,
    render: async () => new Response('a page', { headers: { 'content-type': 'text/html' } }),
    locatePage: (address) => ({ address, isStatic: true, comesLast: false }),
    inlineScripts: [],
    addedStyles: [],
    close: async () => {},
  });
  let isAnswered = false;
  const page = Promise.resolve(server.request('/terms')).finally(() => (isAnswered = true));
  expect((await server.request('/api/marketplace')).status).toBe(401);
  expect(isAnswered).toBe(false);
  finishLoading();
  expect(await (await page).text()).toBe('a page');
});

test('pages of development get no policy, which would forbid the scripts of Vite', async () => {
  const { fetch: answer } = createApp(app.services, {
    render: () => Promise.reject(new Error('Vite answers the requests itself')),
    serve: () => new Response('a page of Vite'),
    load: async () => {},
    locatePage: (address) => ({ address, isStatic: false, comesLast: true }),
    inlineScripts: [],
    addedStyles: [],
    close: async () => {},
  });
  const server = await listen({ fetch: answer, host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [page, data] = await Promise.all([fetch(`${url}/terms`), fetch(`${url}/health`)]);
  await close(server);
  expect(await page.text()).toBe('a page of Vite');
  expect(page.headers.get('content-security-policy')).toBeNull();
  expect(data.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('a rendering failure is an error page for browsers and problem+json for others', async () => {
  for (const isStatic of [true, false]) {
    const server = createApp(app.services, {
      render: () => Promise.reject(new Error('the page server broke')),
      load: async () => {},
      locatePage: (address) => ({ address, isStatic, comesLast: !isStatic }),
      inlineScripts: [],
      addedStyles: [],
      close: async () => {},
    });
    const page = await server.request('/terms', { headers: { accept: 'text/html,*/*' } });
    expect(page.status).toBe(500);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await page.text()).toContain('<h1>Something went wrong on our side</h1>');
    const problem = await server.request('/terms');
    expect(problem.headers.get('content-type')).toBe('application/problem+json');
    expect(await problem.json()).toMatchObject({ code: 'internal' });
  }
});

test('no public page can take the address of a route', () => {
  const segments = app.app.routes.map(({ path }) => path.split('/')[1]!);
  const taken = new Set(segments.filter((segment) => /^[a-z0-9-]+$/.test(segment)));
  expect(taken).toContain('metrics');
  expect([...taken].filter((segment) => !isReservedSlug(segment))).toEqual([]);
});
