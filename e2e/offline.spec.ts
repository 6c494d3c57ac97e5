import { expect, expectAccessibleInBothSchemes, LONG, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow', reuseContext: false });

test('a visitor without a connection sees the offline page, which opens the page when the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/terms');
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await expect(page).toHaveURL(/\/privacy$/);
});

test(
  'the offline page finds out by itself that the connection is back if the browser does not say so',
  LONG,
  async ({ page, context }) => {
    await page.addInitScript(() => {
      addEventListener('online', (event) => event.stopImmediatePropagation());
    });
    await page.goto('/terms');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  },
);

test('a screen opened without a connection shows an error, and loads when the connection is back', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('influencer');
  await page.goto('/my-tasks');
  const link = page.getByRole('link', { name: 'Earnings' });
  // Hovering preloads the code of the screen.
  const code = page.waitForResponse(/\/assets\/earnings-.*\.js$/);
  await link.hover();
  await (await code).finished();
  await context.setOffline(true);
  await link.click();
  const failure = page.getByRole('heading', { name: 'Failed to fetch your earnings' });
  await expect(failure).toBeVisible({ timeout: 30_000 });
  await context.setOffline(false);
  await expect(page.getByText('Paid by fans').first()).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('the browser caches only the offline page', async ({ page, baseURL }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/terms');
  const cachedUrls = await page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map((name) => window.caches.open(name)),
    );
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => url);
  });
  expect(cachedUrls).toEqual([`${baseURL}/offline.html`]);
});

test('the offline page is accessible in both colour schemes', LONG, async ({ page }) => {
  await page.goto('/offline.html');
  await expectAccessibleInBothSchemes(page);
});
