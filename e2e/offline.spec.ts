import { expect, expectAccessibleInBothSchemes, test } from './support/test.ts';

test('a visitor without a connection is told so, and carries on once it is back', async ({
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
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await expect(page).toHaveURL(/\/privacy$/);
});

test('a screen that is opened without a connection says so, and fills once it is back', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('influencer');
  await page.goto('/my-tasks');
  const link = page.getByRole('link', { name: 'Earnings' });
  // Pointed at, its code is fetched ahead.
  await link.hover();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await link.click();
  const failure = page.getByRole('heading', { name: 'Failed to fetch your earnings' });
  await expect(failure).toBeVisible({ timeout: 30_000 });
  await context.setOffline(false);
  await expect(page.getByText('Paid by fans').first()).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('nothing but the offline page is kept on a device', async ({ page, baseURL }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/terms');
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map((name) => window.caches.open(name)),
    );
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => url);
  });
  expect(kept).toEqual([`${baseURL}/offline.html`]);
});

test('the offline page is accessible in both colour schemes', async ({ page }) => {
  await page.goto('/offline.html');
  await expectAccessibleInBothSchemes(page);
});
