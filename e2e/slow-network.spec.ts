import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { emulateSlow4G } from './support/slow-network.ts';
import { expect, test, toast } from './support/test.ts';

test('signing in over a slow connection needs few scripts, and the feed is requested while they load', async ({
  page,
}) => {
  test.slow();
  await emulateSlow4G(page);
  const scripts = new Set<string>();
  const feedRequests: number[] = [];
  const finishedScripts = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'script') scripts.add(pathname);
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
  expect(scripts.size, [...scripts].join('\n')).toBeLessThanOrEqual(12);

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
  expect(scripts.size, [...scripts].join('\n')).toBeLessThanOrEqual(12);
});

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
});
