import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { APIRequestContext, Page, Request } from '@playwright/test';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import type { PostPage } from '#src/features/content/posts/posts.schema.ts';
import { emulateSlow4G } from './support/slow-network.ts';
import { expect, LONG, test, toast, waitForForm } from './support/test.ts';

// An empty cache is the point of these journeys.
test.use({ reuseContext: false });

test(
  'signing in over a slow connection needs few scripts, and the feed is requested while they load',
  LONG,
  async ({ page }) => {
    test.slow();
    await emulateSlow4G(page);
    const scripts = new Set<string>();
    const feedRequests: number[] = [];
    const finishedScripts = new Map<string, number>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // Toasts load once a page is idle, which nothing waits for.
      const isNeeded = request.resourceType() === 'script' && !pathname.includes('/toaster-');
      if (isNeeded) scripts.add(pathname);
      if (pathname === '/api/feed') feedRequests.push(performance.now());
    });

    await page.goto('/auth');
    // The page loads the code of the feed while someone types.
    const feedCode = page.locator('link[rel="modulepreload"][href*="my-feed"]');
    await expect(feedCode).toBeAttached({ timeout: 30_000 });
    await page.getByLabel('Email').fill('fan@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.locator('main article').first()).toBeVisible({ timeout: 30_000 });
    // Those of the form and those of the feed have none in common.
    expect(scripts.size, [...scripts].join('\n')).toBeLessThanOrEqual(13);

    // With an empty cache, as from a bookmark.
    scripts.clear();
    feedRequests.length = 0;
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    page.on('requestfinished', (request) => {
      const isScript = request.resourceType() === 'script';
      if (isScript) finishedScripts.set(request.url(), performance.now());
    });
    await page.goto('/my-feed', { waitUntil: 'commit' });
    // The document itself shows that the page loads.
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(page.locator('main article').first()).toBeVisible({ timeout: 30_000 });
    const lastScript = Math.max(...finishedScripts.values());
    expect(feedRequests[0]).toBeLessThan(lastScript);
    expect(scripts.size, [...scripts].join('\n')).toBeLessThanOrEqual(9);
  },
);

test('without a connection a banner says so, opened screens stay usable, and what failed to send can be sent again', async ({
  page,
  context,
  newFan,
  signIn,
}) => {
  await signIn(await newFan());
  await page.goto('/my-account');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(save).toBeVisible();
  await page.getByRole('link', { name: 'My Subscriptions' }).first().click();
  await expect(page.getByRole('heading', { name: 'My Subscriptions', level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);

  await context.setOffline(true);
  const banner = page.getByRole('status').filter({ hasText: 'You’re offline' });
  await expect(banner).toBeInViewport();
  // A screen that was never opened keeps the frame around its message.
  await page.getByRole('link', { name: 'Browse Marketplace' }).first().click();
  await expect(page.getByText('This page opens when you’re back online.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'My Subscriptions', level: 1 })).toBeVisible();
  await page.goBack();
  await save.click();
  await expect(toast(page, 'Error')).toContainText('Check your connection and try again.');

  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  await save.click();
  await expect(toast(page, 'Success')).toBeVisible();

  await page.getByRole('link', { name: 'Browse Marketplace' }).first().click();
  const add = page.getByRole('button', { name: /^Add .+ to favorites$/ }).first();
  const remove = page.getByRole('button', { name: /^Remove .+ from favorites$/ });
  await expect(add).toBeVisible();
  await expect(toast(page, 'Error')).toHaveCount(0);
  await context.setOffline(true);
  await add.click();
  await expect(toast(page, 'Error')).toContainText('Check your connection and try again.');
  await expect(remove).toHaveCount(0);
  await context.setOffline(false);
  await add.click();
  await expect(remove).toHaveCount(1);
});

async function openVideo(page: Page) {
  const feed = (await (await page.request.get('/api/feed')).json()) as PostPage;
  const post = feed.posts.find(({ locked, media }) => !locked && media[0]?.mediaType === 'video')!;
  const requested: string[] = [];
  const loaded: string[] = [];
  const nameOf = (request: Request) => {
    const { pathname } = new URL(request.url());
    const range = request.headers().range;
    return `${path.basename(pathname)} ${range ?? ''}`.trim();
  };
  const isVideoFile = (request: Request) => /\.(m3u8|mp4)\?/.test(request.url());
  page.on('request', (request) => isVideoFile(request) && requested.push(nameOf(request)));
  page.on('requestfinished', (request) => isVideoFile(request) && loaded.push(nameOf(request)));
  await page.goto(`/subscriptions/${post.influencer.id}?post=${post.id}`);
  const play = page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true });
  await expect(play).toBeVisible({ timeout: 60_000 });
  const isPlaying = () =>
    page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
  return { play, requested, loaded, isPlaying };
}

test(
  'the first second of a video in an opened post loads before the click on Play, in the lowest quality, and nothing loads twice',
  LONG,
  async ({ page, signIn }) => {
    test.slow();
    await signIn('fan');
    await emulateSlow4G(page);
    const { play, requested, loaded, isPlaying } = await openVideo(page);
    const segments = () => loaded.filter((name) => name.startsWith('h360.mp4 bytes='));
    await expect.poll(segments, { timeout: 60_000 }).toHaveLength(2);
    await play.click();
    await isPlaying();
    const ranges = requested.filter((name) => name.includes('.mp4'));
    expect(ranges.slice(0, 2).sort()).toEqual(segments().slice(0, 2).sort());
    expect(ranges).toHaveLength(new Set(ranges).size);
  },
);

test(
  'while the browser saves data, nothing of a video loads before the click on Play',
  LONG,
  async ({ page, signIn }) => {
    await page.addInitScript(() => {
      const { connection } = navigator as unknown as { connection: object };
      Object.defineProperty(connection, 'saveData', { value: true });
    });
    await signIn('fan');
    const players: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/play-video-')) players.push(request.url());
    });
    const { play, requested, isPlaying } = await openVideo(page);
    await expect(page.getByRole('dialog').locator('img[data-loaded]')).toBeVisible();
    expect([...players, ...requested]).toEqual([]);
    await play.click();
    await isPlaying();
    expect(requested).toContain('master.m3u8');
  },
);

/**
 * Opens a page whose script, as one from the cache, runs before the server sends what follows it: after
 * the head for a form, whose script is there, and after the body's content for a screen.
 */
async function openWithEarlyScript(page: Page, request: APIRequestContext, address: string) {
  const html = await (await request.get(address, { headers: { accept: 'text/html' } })).text();
  const script = html.indexOf('<script type="module"');
  expect(script).toBeGreaterThan(0);
  const rest = html.indexOf('</script>', script) + '</script>'.length;
  const { promise: scriptHasRun, resolve: sendRest } = Promise.withResolvers<void>();
  const answer = async ({ url = '' }: IncomingMessage, outgoing: ServerResponse) => {
    if (url === address) {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      outgoing.write(html.slice(0, rest));
      await scriptHasRun;
      return outgoing.end(html.slice(rest));
    }
    // The stream of live events never ends.
    if (url.startsWith('/api/events')) return outgoing.writeHead(204).end();
    const response = await request.get(url);
    const { 'content-type': type = '' } = response.headers();
    outgoing.writeHead(response.status(), { 'content-type': type });
    return outgoing.end(await response.body());
  };
  const proxy = createServer((incoming, outgoing) => {
    // Pictures may still load when the test ends.
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;

  await page.goto(`http://127.0.0.1:${port}${address}`, { waitUntil: 'commit' });
  const entry = page.locator('script[type="module"]');
  // Importing the script again waits until it has run.
  await entry.evaluate(async (module: HTMLScriptElement) => void (await import(module.src)));
  return { proxy, sendRest };
}

test('a form works if its script runs before the rest of the page arrives', async ({
  page,
  request,
}) => {
  const { proxy, sendRest } = await openWithEarlyScript(page, request, '/signup');
  sendRest();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  await waitForForm(page);
  proxy.close();
});

test(
  'a screen works if its script runs before the end of the page arrives',
  LONG,
  async ({ page, signIn }) => {
    await signIn('fan');
    const failures: Error[] = [];
    page.on('pageerror', (failure) => failures.push(failure));
    const { proxy, sendRest } = await openWithEarlyScript(page, page.request, '/my-feed');
    const post = page.locator('main article').first();
    await expect(post).toBeVisible();
    sendRest();
    await page.waitForLoadState('load');
    await expect(post).toBeVisible();
    expect(failures).toEqual([]);
    proxy.close();
  },
);
