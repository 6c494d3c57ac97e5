import { expect, expectAccessibleInBothSchemes, LONG, test } from '#e2e/support/test.ts';

test(
  'the agency compares its influencers in a range, and opens one of them, by keyboard',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/reports');
    const figures = page.getByLabel('Figures for this period');
    await expect(figures.getByText('Commission', { exact: true })).toBeVisible();
    const range = page.getByLabel('Time range');
    await range.focus();
    await range.selectOption('last-12-months');
    await expect(page).toHaveURL(/range=last-12-months/);
    const table = page.getByRole('group', { name: 'Influencers', exact: true });
    await page.getByLabel('Sort by').selectOption('Subscribers');
    await expect(page).toHaveURL(/sort=subscribers/);
    await expect(table.getByRole('row')).not.toHaveCount(1);
    const file = await page.request.get('/api/reports/influencers.csv?range=last-12-months');
    expect(file.ok(), await file.text()).toBe(true);
    await expectAccessibleInBothSchemes(page);

    const first = table.getByRole('rowheader').getByRole('link').first();
    const name = (await first.textContent())!;
    await first.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/sort=subscribers/);
  },
);
