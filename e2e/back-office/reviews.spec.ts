import { tabTo } from '#e2e/support/keyboard.ts';
import { expect, LONG, test, toast } from '#e2e/support/test.ts';

test(
  'ten posts are reviewed by keyboard alone, with one key each',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    const decided: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const isDecision = /^\/api\/post-reviews\/[^/]+$/.test(pathname);
      if (isDecision && response.request().method() === 'POST' && response.ok()) {
        decided.push(pathname);
      }
    });
    const openPost = () => new URL(page.url()).searchParams.get('post');
    await page.goto('/reviews');
    await tabTo(page, page.locator('[data-row]').first());
    await page.keyboard.press('Enter');
    const record = page.getByRole('dialog');
    for (let count = 1; count < 10; count += 1) {
      await expect(record.getByRole('button', { name: /^Approve/ })).toBeEnabled();
      await expect(record.getByText('Use of AI')).toBeVisible();
      const before = openPost();
      await page.keyboard.press('a');
      await expect.poll(openPost).not.toBe(before);
    }
    expect(new Set(decided).size).toBe(9);

    // The tenth is returned, with the reason that its influencer reads.
    const returned = openPost();
    await expect(record.getByRole('button', { name: /^Request Changes/ })).toBeEnabled();
    await page.keyboard.press('c');
    const request = page.getByRole('dialog', { name: 'Request Changes' });
    await expect(request.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('The AI label');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Say that the background was generated');
    await page.keyboard.press('Control+Enter');
    await expect(request).toBeHidden();
    await expect.poll(openPost).not.toBe(returned);
    expect(decided).toContain(`/api/post-reviews/${returned}`);

    // The message takes it back.
    await toast(page, 'Changes requested').getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(toast(page, 'Decision undone')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
  },
);
