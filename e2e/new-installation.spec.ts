import { startProduct } from '../scripts/product.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const admin = { email: 'admin@example.test', password: 'correct-horse' };

test('a new installation has empty states, and its admin can sign in', async ({ page }) => {
  test.setTimeout(300_000);
  const product = await startProduct('start.ts', {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  try {
    await page.goto(product.url);
    await page.getByRole('button', { name: 'I am 18 or older' }).click();
    await expect(page.getByText('No influencers available yet')).toBeVisible();
    await expectAccessible(page, { everything: true });
    const sitemap = await page.request.get(`${product.url}/sitemap.xml`);
    expect(await sitemap.text()).toContain(`<loc>${product.url}/signup</loc>`);

    // The legal pages have placeholders for agency details that are not configured.
    await page.goto(`${product.url}/terms`);
    await expect(page.getByText('[legal name of the agency]').first()).toBeVisible();
    await expect(page.getByText('Example Street')).toHaveCount(0);

    // Development tools do not exist in production.
    expect((await page.goto(`${product.url}/debug`))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();

    await page.goto(`${product.url}/auth`);
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await expect(page.getByText('No open messages')).toBeVisible();
  } finally {
    await product.stop();
  }
});
