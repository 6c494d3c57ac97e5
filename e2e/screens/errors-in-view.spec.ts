import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 664 } });

/** Whether an invalid control has the focus, and it and its message are visible below and above all bars. */
function isErrorShown(page: Page): Promise<string> {
  return page.evaluate(() => {
    const control = document.activeElement!;
    const group = control.closest('[aria-describedby]') ?? control;
    if (!group.matches('[aria-invalid="true"], [data-invalid]'))
      return `focus on ${control.outerHTML}`;
    const message = (group.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
      .find((each) => each?.matches('[role="alert"], .mantine-InputWrapper-error'));
    if (!message) return 'no message';
    const isHidden = (element: Element) => {
      const { left, top, bottom, width } = element.getBoundingClientRect();
      return [top + 2, bottom - 2].some((y) => {
        const hit = document.elementFromPoint(left + width / 2, y);
        return !hit || !(element.contains(hit) || hit.contains(element));
      });
    };
    if (isHidden(message)) return `“${message.textContent}” is out of view`;
    return isHidden(control) ? 'the control is out of view' : 'shown';
  });
}

async function expectErrorShown(page: Page): Promise<void> {
  await expect.poll(() => isErrorShown(page)).toBe('shown');
}

test('on a small phone, each step of a sign-up leads to its first error', async ({ page }) => {
  const next = page.getByRole('button', { name: 'Next' });
  await page.goto('/subscribe');
  await next.click();
  await expectErrorShown(page);
  await page.getByText('Female', { exact: true }).click();
  await page.getByText('Prefer not to say').last().click();
  await next.click();
  await expectErrorShown(page);
  await page.getByLabel('Date of birth').fill('1990-04-01');
  await next.click();
  await expect(page.getByText('Selected: 0/5')).toBeVisible();
  await page.getByRole('checkbox', { name: /^I agree that Velvet Rope stores/ }).check();
  // The button is still at the bottom of the screen, and the categories are longer than it.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await next.click();
  await expectErrorShown(page);

  await page.goto('/signup');
  await next.click();
  await expectErrorShown(page);
});

test('on a small phone, the forms of public pages lead to their first error', async ({ page }) => {
  for (const [address, label] of [
    ['/auth', 'Sign In'],
    ['/forgot-password', 'Send Link'],
    ['/reset-password#guess', 'Save Password'],
    ['/contact', 'Send Message'],
    ['/report', 'Send Report'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('main').getByRole('button', { name: label, exact: true }).click();
    await expectErrorShown(page);
  }
});

test('on a small phone, the forms and dialogs of signed-in screens lead to their first error', async ({
  page,
  signIn,
}) => {
  await signIn('staff');
  for (const address of ['/users', '/influencers', '/tasks']) {
    await page.goto(`${address}?action=create`);
    await page.getByRole('dialog').locator('[type="submit"]').click();
    await expectErrorShown(page);
  }
});
