import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { INLINE_STYLES_HEADER } from '#src/lib/page-context.ts';
import { NO_INFLUENCER } from '#src/lib/page-location.ts';
import type { Actor, RequestEnv } from '#src/platform/http/operation.ts';
import { createFindPageViewer } from './page-viewer.ts';
import { staticPages } from './static-pages.ts';

const member: Actor = {
  userId: 'm',
  sessionId: 's',
  role: 'influencer',
  isLimited: false,
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
  viewedBy: null,
  isConfirmed: true,
  email: '',
  fullName: '',
};

/** An app whose pages contain the viewer and `state.text`; `rendered` lists all renderings. */
function createApp() {
  const state = {
    text: 'first',
    status: 200,
    type: 'text/html',
    rendered: [] as string[],
    notFound: [] as string[],
  };
  const app = new Hono<RequestEnv>();
  app.onError((error, c) => c.text(error.message, 500));
  app.use(async (c, next) => {
    const who = c.req.header('x-who');
    const signedIn = { member, fan: { ...member, role: 'subscriber' as const } };
    c.set('findActor', async () => {
      if (who === 'member' || who === 'fan') return signedIn[who];
      return who === 'suspended' ? who : null;
    });
    await next();
  });
  const { serve } = staticPages({
    site: { origin: 'https://app.test', sendsMail: true },
    onNotFound: (path) => state.notFound.push(path),
    locatePage: (pathname) => ({
      address: pathname === '/old/star' ? '/star' : pathname,
      isStatic: pathname !== '/app',
      comesLast: pathname.includes('.'),
    }),
    isInfluencer: async (publicUrl) => !publicUrl.startsWith('nobody'),
    findPageViewer: createFindPageViewer(async (_fan, publicUrl) => publicUrl === 'star'),
    render: async (address, { viewer }) => {
      state.rendered.push(`${viewer} ${address}`);
      const { text, status, type } = state;
      const headers = { 'content-type': type, [INLINE_STYLES_HEADER]: "'sha256-a' 'sha256-b'" };
      return new Response(`${viewer} ${text}`, { status, headers });
    },
    headersFor: (sources) => ({ 'content-security-policy': sources.join(' ') }),
  });
  app.use(serve({ comesLast: false }));
  app.all('/icon.svg', (c) => c.text('a file'));
  app.use(serve({ comesLast: true }));
  app.all('*', (c) => c.text('the app'));
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers });
  return { state, app, get };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('an address is rendered at most four times a second, also an unknown one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { state, get } = createApp();
  for (const status of [200, 404]) {
    Object.assign(state, { status, rendered: [] });
    for (let request = 0; request < 100; request += 1) {
      await get(`/page-${status}`);
      vi.advanceTimersByTime(10);
      now += 10;
    }
    expect(state.rendered).toHaveLength(4);
  }
});

test('a page is rendered once for concurrent requests, per kind of viewer', async () => {
  const { state, get } = createApp();
  const adult = { cookie: 'other=1; velvet.adult=1' };
  const pages = await Promise.all([
    ...Array.from({ length: 20 }, () => get('/')),
    ...Array.from({ length: 20 }, () => get('/', adult)),
    get('/', { 'x-who': 'fan' }),
    get('/', { 'x-who': 'member' }),
    get('/', { 'x-who': 'suspended' }),
    get('/other', { 'x-who': 'fan' }),
    get('/star', { 'x-who': 'fan' }),
    get('/star', { 'x-who': 'member' }),
  ]);
  const texts = new Set(await Promise.all(pages.map((page) => page.text())));
  expect(texts.size).toBe(5);
  expect(state.rendered.toSorted()).toEqual([
    'fan /',
    'fan /other',
    'member /',
    'member /star',
    'subscriber /star',
    'unconfirmed /',
    'visitor /',
  ]);
});

test('only the exact cookie confirms the age', async () => {
  const { get } = createApp();
  for (const cookie of [
    'velvet.adult=0',
    'velvet.adult=10',
    'xvelvet.adult=1',
    'a=velvet.adult=1',
  ]) {
    expect(await (await get('/', { cookie })).text()).toContain('unconfirmed');
  }
});

test('a change appears without invalidation', async () => {
  const { state, get } = createApp();
  expect(await (await get('/')).text()).toContain('first');
  state.text = 'second';
  await expect.poll(async () => (await get('/')).text()).toContain('second');
});

test('a browser with the current page gets no body until the page changes', async () => {
  const { state, get } = createApp();
  const etag = (await get('/')).headers.get('etag')!;
  const again = await get('/', { 'if-none-match': `"other", ${etag}` });
  expect(again.status).toBe(304);
  expect(again.headers.get('etag')).toBe(etag);
  expect(await again.text()).toBe('');
  state.text = 'second';
  await expect.poll(async () => (await get('/', { 'if-none-match': etag })).status).toBe(200);
});

test('a page has the best compression that the client accepts', async () => {
  const { get } = createApp();
  const plain = await (await get('/')).text();
  for (const [accept, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const page = await get('/', { 'accept-encoding': accept });
    expect(page.headers.get('content-encoding')).toBe(encoding);
    expect(page.headers.get('vary')).toBe('Cookie, Accept-Encoding');
    expect(unpack(Buffer.from(await page.arrayBuffer())).toString()).toBe(plain);
  }
});

test('the policy allows the styles that the page names, and the header that names them is removed', async () => {
  const { get } = createApp();
  const { headers } = await get('/');
  expect(headers.get('content-security-policy')).toBe("'sha256-a' 'sha256-b'");
  expect(headers.get(INLINE_STYLES_HEADER)).toBeNull();
});

test('visitors may cache a page for a second, pages of members and failures are never stored', async () => {
  const { state, get } = createApp();
  const cacheControl = async (headers?: Record<string, string>) =>
    (await get('/cached', headers)).headers.get('cache-control');
  expect(await cacheControl()).toBe('public, max-age=0, stale-while-revalidate=1');
  for (const who of ['fan', 'member']) {
    expect(await cacheControl({ 'x-who': who }), who).toBe('no-store');
  }
  state.status = 500;
  expect((await get('/failing')).headers.get('cache-control')).toBe('no-store');
});

test('a query string causes no separate rendering', async () => {
  const { state, get } = createApp();
  const pages = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => get(`/?n=${index}`)),
  );
  expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(state.rendered).toEqual(['unconfirmed /']);
});

test('a failed rendering is served to waiting requests but not cached', async () => {
  const { state, get } = createApp();
  state.status = 500;
  const failed = await Promise.all([get('/'), get('/')]);
  for (const page of failed) {
    expect(page.status).toBe(500);
    expect(await page.text()).toContain('first');
  }
  expect(state.rendered).toHaveLength(1);
  state.status = 200;
  expect((await get('/')).status).toBe(200);
});

test('a failed rendering without a page is an internal error for each request', async () => {
  const { state, get } = createApp();
  Object.assign(state, { status: 500, type: 'application/json' });
  const failed = await Promise.all([get('/'), get('/')]);
  for (const page of failed) {
    expect(page.status).toBe(500);
    expect(await page.text()).toBe('Something went wrong on our side');
  }
});

test('a redirect is not cached', async () => {
  const { state, get } = createApp();
  state.status = 307;
  expect((await get('/')).status).toBe(307);
  state.status = 200;
  expect((await get('/')).status).toBe(200);
});

test('unknown influencers share one page, and one of them is reported', async () => {
  const { state, get } = createApp();
  state.status = 404;
  const pages = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => get(`/nobody-${index}`)),
  );
  expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(404));
  expect(state.rendered).toEqual([`unconfirmed ${NO_INFLUENCER}`]);
  expect(state.notFound).toHaveLength(1);
  expect(state.notFound[0]).toMatch(/^\/nobody-\d+$/);
});

test('addresses of the same page share one rendering', async () => {
  const { state, get } = createApp();
  await Promise.all([get('/star'), get('/old/star')]);
  expect(state.rendered).toEqual(['unconfirmed /star']);
});

test('a file comes before the page of its address', async () => {
  const { state, get } = createApp();
  expect(await (await get('/icon.svg')).text()).toBe('a file');
  expect(state.rendered).toEqual([]);
  state.status = 404;
  expect((await get('/missing.svg')).status).toBe(404);
  expect(state.rendered).toEqual(['unconfirmed /missing.svg']);
});

test('other methods and dynamic pages are passed on', async () => {
  const { state, app, get } = createApp();
  expect(await (await get('/app')).text()).toBe('the app');
  expect(await (await app.request('/', { method: 'POST' })).text()).toBe('the app');
  expect(state.rendered).toEqual([]);
});
