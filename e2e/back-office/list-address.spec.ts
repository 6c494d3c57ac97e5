import { expect, test } from '#e2e/support/test.ts';

test('a list shows what was pressed before its address changes, and presses until then are one change', async ({
  page,
  signIn,
}) => {
  await signIn('admin');
  await page.goto('/applications');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const pressed = await page.evaluate(() => {
    const row = document.querySelector<HTMLElement>('[data-row] td')!;
    document.querySelector<HTMLElement>('thead button')!.click();
    row.click();
    row.click();
    return { search: window.location.search, entries: window.history.length };
  });
  expect(pressed.search).toBe('');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/sort=/);
  expect(await page.evaluate(() => window.history.length)).toBe(pressed.entries + 1);
});

test('an invalid value in the address of a screen counts as missing', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/reports?range=nonsense&influencer=nobody');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  // The period that is shown without a choice.
  await expect(page.locator('main').getByRole('status').first()).toHaveText(/\d/);
  await expect(page.getByText('Failed to fetch the reports')).toBeHidden();
});
