import { expect, expectAccessibleInBothSchemes, test } from './support/test.ts';

const PICTURE = /\/images\//;

for (const address of ['/', '/marlowe-vesperine']) {
  test(`${address} sends no picture of an influencer before the visitor confirms to be an adult`, async ({
    page,
  }) => {
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (PICTURE.test(request.url())) pictures.push(request.url());
    });
    await page.goto(address);
    const gate = page.getByRole('dialog', { name: 'Are you 18 or older?' });
    await expect(gate).toBeVisible();
    expect(await page.content()).not.toMatch(PICTURE);
    expect(pictures).toEqual([]);
    // The content behind the gate is inert, but search engines can read it.
    const covered = page.locator('footer a').first();
    await covered.focus();
    await expect(covered).not.toBeFocused();
    expect(await page.content()).toContain('rel="canonical"');

    await gate.getByRole('button', { name: 'I am 18 or older' }).click();
    await expect(gate).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe(address);
    await expect(page.locator('img[src*="/images/"]').first()).toBeAttached();
    await page.reload();
    await expect(gate).toHaveCount(0);
  });
}

test('the age gate works by keyboard alone and without JavaScript', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto('/marlowe-vesperine');
  const enter = page.getByRole('button', { name: 'I am 18 or older' });
  await expect(enter).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'I’m under 18' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(enter).toHaveCount(0);
  await context.close();
});

test('a visitor under 18 is sent to the adults-only page', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'I’m under 18' }).click();
  await page.waitForURL('**/adults-only');
});

test('signed-in members see no age gate', async ({ page, signIn }) => {
  await signIn('fan');
  await page.goto('/marlowe-vesperine');
  await expect(page.getByRole('link', { name: 'View Content' }).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the subscribe page shows no pictures before the age is confirmed', async ({ page }) => {
  await page.goto('/marketplace/subscribe/marlowe-vesperine');
  await expect(page.getByRole('heading', { name: 'Marlowe Vesperine' })).toBeVisible();
  await expect(page.locator('img[src*="/images/"]')).toHaveCount(0);
});

test('every page has an adult rating in its headers, and signed-in pages are not indexed', async ({
  page,
  request,
}) => {
  for (const address of ['/', '/marlowe-vesperine', '/auth', '/nobody-here', '/my-feed']) {
    const response = await request.get(address);
    expect(response.headers().rating, address).toBe('RTA-5042-1996-1400-1577-RTA');
    expect(await response.text()).toContain('content="RTA-5042-1996-1400-1577-RTA"');
    expect(response.headers()['content-security-policy'], address).toContain("object-src 'none'");
  }
  for (const address of ['/my-feed', '/dashboard', '/content', '/api/featured']) {
    expect((await request.get(address)).headers()['x-robots-tag'], address).toBe('noindex');
  }
  await page.goto('/my-feed');
  await page.waitForURL('**/auth*');
});

test('the age gate is accessible in both colour schemes', async ({ page }) => {
  for (const address of ['/', '/marlowe-vesperine']) {
    await page.goto(address);
    await expectAccessibleInBothSchemes(page, { everything: true });
  }
});
