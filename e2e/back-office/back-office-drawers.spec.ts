import { expect, LONG, test } from '#e2e/support/test.ts';

test(
  'the back button closes a refund with its drawer, and the next drawer opens without it',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/subscribers?status=active');
    const rows = page.locator('[data-row]');
    await rows.nth(2).click();
    await page.getByRole('button', { name: 'Refund', exact: true }).first().click();
    const refund = page.getByRole('dialog', { name: 'Refund a Payment' });
    await expect(refund).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await rows.nth(3).click();
    await expect(page.getByRole('button', { name: 'Refund', exact: true }).first()).toBeVisible();
    await expect(refund).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(rows.nth(3)).toBeFocused();
  },
);

test(
  'after a failed submission a payout keeps its notes, and the submit button keeps the focus',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/payouts?status=pending');
    await page
      .getByRole('button', { name: /^Mark Paid/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Mark as Paid' });
    await dialog.getByLabel('Notes').fill('Transfer 4711');
    await page.route('**/api/payouts/pay', (route) => route.abort());
    const send = dialog.getByRole('button', { name: 'Mark Paid' });
    await send.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('We can’t reach the server');
    await expect(send).toBeFocused();
    await expect(dialog.getByLabel('Notes')).toHaveValue('Transfer 4711');
  },
);

test(
  'a search does not move the rows under a button that is pressed',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/subscribers?status=active');
    const row = page.locator('[data-row]').nth(3);
    await row.hover();
    const id = await row.getAttribute('data-row');
    await page.getByRole('searchbox', { name: 'Search' }).fill('demo');
    await page.mouse.down();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(new URL(page.url()).searchParams.has('search')).toBe(false);
    await page.mouse.up();
    await expect(page).toHaveURL(new RegExp(`id=${id}`));
  },
);
