import { expect, expectAccessibleInBothSchemes, LONG, test } from '#e2e/support/test.ts';

test('a screen of each kind is accessible in both colour schemes', async ({ page, signIn }) => {
  await signIn('fan');
  for (const address of ['/my-feed?tab=public', '/marketplace']) {
    await page.goto(address);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  }
  await signIn('admin');
  await page.goto('/tasks');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'System status' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.goto('/content/new');
  await expect(page.getByRole('heading', { name: 'New Post' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});

test('further screens are accessible in both colour schemes', LONG, async ({ page, signIn }) => {
  await signIn('fan');
  for (const address of ['/my-feed', '/my-subscriptions']) {
    await page.goto(address);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  }
  await signIn('admin');
  for (const list of ['applications', 'influencers', 'users', 'audit']) {
    await page.goto(`/${list}`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  }
  await signIn('influencer');
  for (const address of ['/dashboard', '/my-tasks', '/profile']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  }
});

test('signed-in screens fit into 390 pixels', LONG, async ({ page, signIn }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const screens = {
    admin: [
      '/dashboard',
      '/tasks',
      '/content',
      '/vault',
      '/users',
      '/payments',
      '/payment-events',
      '/reconciliation',
      '/ledger-checks',
      '/jobs',
      '/jobs/queues',
      '/banned-terms',
      '/age-checks',
      '/vault/blocked-files',
      '/invoices',
      '/tax-report',
      '/payee-reports',
      '/complaints/report',
      '/escalations',
      '/record-index',
      '/record-index/works',
      '/disputes',
      '/complaints',
      '/reviews',
      '/reviews/times',
      '/policies',
      '/corrections',
      '/price-changes',
      '/payouts',
      '/bank-files',
      '/reports',
    ],
    influencer: ['/my-payouts', '/earnings'],
    fan: ['/my-subscriptions', '/my-account'],
  } as const;
  for (const [who, addresses] of Object.entries(screens)) {
    await signIn(who as keyof typeof screens);
    for (const address of addresses) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(width, { message: address }).toBeLessThanOrEqual(390);
    }
  }
});
