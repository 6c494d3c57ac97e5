import { expect, LONG, test } from '../support/test.ts';

test(
  'a dialog stops scrolling without a change of the page’s styles, and its text area grows with the text',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto('/tasks?action=create');
    const field = page.getByRole('dialog').getByLabel('Description');
    await expect(field).toBeVisible();
    await expect(page.locator('body')).not.toHaveAttribute('data-scroll-locked');

    await page.mouse.move(20, 250);
    await page.mouse.wheel(0, 300);
    const heightOf = async () => (await field.boundingBox())!.height;
    const height = await heightOf();
    await field.fill(Array.from({ length: 6 }, (_, line) => `Line ${line}`).join('\n'));
    await expect.poll(heightOf).toBeGreaterThan(height);
    await field.fill('One line');
    await expect.poll(heightOf).toBe(height);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  },
);
