import { randomUUID } from 'node:crypto';
import { expect, expectAccessibleInBothSchemes, LONG, test, toast } from '#e2e/support/test.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';

test(
  'staff get from a receipt number in nine keys to its payment, then to the fan’s file',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    const found = await (
      await page.request.get('/api/payments?state=paid&search=fan7@demo.test')
    ).json();
    const { id, fan } = found.rows[0];
    const number = formatReceiptNumber(id);
    await page.goto('/dashboard');

    // Control, K, six digits, Enter.
    let keys = 0;
    const press = async (key: string) => {
      keys += key.split('+').length;
      await page.keyboard.press(key);
    };
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
    for (const digit of number.replaceAll('-', '').slice(0, 6)) await press(digit);
    await expect(page.getByRole('option', { selected: true })).toContainText(number);
    await press('Enter');
    expect(keys).toBeLessThanOrEqual(9);
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText(`Receipt ${number}`);
    await expectAccessibleInBothSchemes(page);

    await drawer.getByRole('link', { name: 'Open Fan File' }).press('Enter');
    await page.waitForURL(`**/fans/${fan.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(fan.fullName || fan.email);
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Lifetime value');
    await expectAccessibleInBothSchemes(page);

    const text = `Called about the receipt ${randomUUID()}`;
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await page.getByLabel('New note').focus();
    await page.keyboard.type(text);
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Success')).toContainText('Note added successfully');
    await expect(timeline.getByRole('listitem').first()).toContainText(text);
    const kind = page.getByRole('combobox', { name: 'Kind of event' });
    await kind.press('ArrowDown');
    const notes = page.getByRole('option', { name: 'Notes' });
    await expect(notes).toBeVisible();
    while ((await notes.getAttribute('data-combobox-selected')) === null) {
      await kind.press('ArrowDown');
    }
    await kind.press('Enter');
    await page.waitForURL('**?kind=note');
    await expect(timeline.locator('li:not([data-kind="note"])')).toHaveCount(0);
    await expect(timeline.getByRole('listitem').first()).toContainText(text);

    // The address that a fan may send.
    await page.goto(`/receipts/${id}`);
    await expect(drawer).toContainText(`Receipt ${number}`);
  },
);

test('one click leads from a failed payment to the fan’s file', LONG, async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/payments?state=failed&search=@demo.test');
  const row = page.getByRole('table', { name: 'Payments' }).locator('[data-row]').first();
  await expect(row).toContainText('Failed');
  await row.getByRole('link').click();
  await page.waitForURL('**/fans/*');
  const payments = page.getByRole('list', { name: 'Timeline' }).getByText(/^Payment of .* failed$/);
  await expect(payments.first()).toBeVisible();
});
