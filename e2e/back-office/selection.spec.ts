import type { Locator } from '@playwright/test';
import { expect, expectAccessibleInBothSchemes, LONG, test, toast } from '#e2e/support/test.ts';

test('staff mark several payouts as paid by keyboard, and undo it', async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/payouts?status=pending&sort=name');
  const rows = page.getByRole('table', { name: 'Payouts' }).locator('[data-row]');
  const selection = page.getByRole('group', { name: 'Selection' });
  await expect(rows.nth(3)).toBeVisible();

  // X selects a row, and Shift+X everything from there.
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+X');
  await expect(selection).toContainText('3 selected');
  await page.keyboard.press('Escape');
  await expect(selection).toBeHidden();
  await expect(rows.nth(3)).toBeFocused();

  // Escape works from everywhere in the list and the bar, whose first button clears too.
  await rows.nth(2).getByRole('checkbox').click();
  await page.keyboard.press('Escape');
  await expect(selection).toBeHidden();
  await rows.nth(2).getByRole('checkbox').click();
  const clear = selection.getByRole('button').first();
  await expect(clear).toHaveAccessibleName('Clear the selection');
  await clear.focus();
  await page.keyboard.press('Escape');
  await expect(selection).toBeHidden();
  await expect(page.getByRole('region', { name: 'Payouts', exact: true })).toBeFocused();
  await rows.nth(3).focus();

  await page.keyboard.press('x');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(selection).toContainText('2 selected');
  const chosen = page.locator('[data-row][data-selected]');
  const ids = await chosen.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.row));
  const marked = rows.and(page.locator(ids.map((id) => `[data-row="${id}"]`).join()));
  await expect(marked).toHaveCount(2);
  await expectAccessibleInBothSchemes(page);
  await selection.getByRole('button', { name: 'Mark Paid' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mark as Paid' });
  await expect(dialog.getByLabel('Notes')).toBeFocused();
  await page.keyboard.type('Batch 4711');
  await dialog.getByRole('button', { name: 'Mark Paid' }).press('Enter');
  await expect(toast(page, 'Success')).toContainText('2 payouts marked as paid');
  await expect(selection).toBeHidden();
  await expect(marked).toHaveCount(0);

  await toast(page, 'Success').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(toast(page, '2 payouts changed back')).toBeVisible();
  await expect(marked).toHaveCount(2);
});

test(
  'a payout that somebody else has just marked as paid is named with the reason',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/payouts?status=pending&sort=-name');
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
    await boxes.first().click();
    await boxes.nth(1).click({ modifiers: ['Shift'] });
    const first = page.getByRole('table', { name: 'Payouts' }).locator('[data-row]').first();
    const ids = [await first.getAttribute('data-row')];
    await page.request.post('/api/payouts/pay', { data: { ids } });

    await page
      .getByRole('group', { name: 'Selection' })
      .getByRole('button', { name: 'Mark Paid' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Mark as Paid' });
    await dialog.getByRole('button', { name: 'Mark Paid' }).click();
    await expect(dialog.getByRole('alert')).toContainText('1 of 2 payouts were marked as paid');
    await expect(dialog.getByRole('listitem')).toContainText('It was marked as paid by');
    await toast(page, 'Success').getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Payout changed back')).toBeVisible();
    await page.request.post('/api/payouts/undo', { data: { ids } });
  },
);

test('24 payouts are marked as paid in at most five clicks', LONG, async ({ page, signIn }) => {
  await signIn('staff');
  // Of a month, those that wait and those that were sent to the bank.
  await page.goto('/payouts?dates=this-month');
  const selection = page.getByRole('group', { name: 'Selection' });
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  let clicks = 0;
  const click = async (target: Locator, options: Parameters<Locator['click']>[0] = {}) => {
    await target.click(options);
    clicks += 1;
  };
  await click(boxes.first());
  await click(boxes.nth(23), { modifiers: ['Shift'] });
  await expect(selection).toContainText('24 selected');
  await click(selection.getByRole('button', { name: 'Mark Paid' }));
  const dialog = page.getByRole('dialog', { name: 'Mark as Paid' });
  await click(dialog.getByRole('button', { name: 'Mark Paid' }));
  const paid = toast(page, 'Success');
  await expect(paid).toContainText('24 payouts marked as paid');
  expect(clicks).toBeLessThanOrEqual(5);
  await paid.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, '24 payouts changed back')).toBeVisible();
});

test(
  'all rows of a page are selected at once, and stay selected on the next page',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/payouts');
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
    const selection = page.getByRole('group', { name: 'Selection' });
    const count = (await selection.getByRole('status').textContent())!;
    expect(Number.parseInt(count, 10)).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('page 2')).toBeVisible();
    await expect(selection.getByRole('status')).toHaveText(count);
    await page.getByRole('searchbox').fill('nobody');
    await expect(selection).toBeHidden();
  },
);
