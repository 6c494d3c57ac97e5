import type { Page } from '@playwright/test';
import { subjectsTo } from '#e2e/support/mailbox.ts';
import { turnOnSecondFactor } from '#e2e/support/second-factor.ts';
import { expect, expectAccessible, LONG, test, toast } from '#e2e/support/test.ts';

async function openActions(page: Page, email: string) {
  await page.goto(`/users?search=${encodeURIComponent(email)}`);
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: /^Actions for/ }).click();
}

test(
  'staff see what a fan sees, change nothing, and return to the user',
  LONG,
  async ({ page, newFan, signIn }) => {
    const { email } = await newFan();
    await signIn('staff');
    await openActions(page, email);
    await page.getByRole('menuitem', { name: 'View as Fan' }).click();
    const dialog = page.getByRole('dialog', { name: 'View as Fan' });
    await dialog.getByRole('button', { name: 'View as Fan' }).click();
    await expect(dialog).toContainText('Please give a reason of at least 10 characters');
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('You wrote that your feed stays empty');
    await dialog.getByRole('button', { name: 'View as Fan' }).click();

    await expect(page).toHaveURL(/\/my-feed$/);
    const banner = page.getByRole('complementary', { name: 'Viewing as a fan' });
    await expect(banner).toContainText(`You see Velvet Rope as ${email} sees it.`);
    await expect(page.getByRole('heading', { name: 'My Feed', level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Browse Marketplace' }).first().click();
    const favorite = page.getByRole('button', { name: /^Add .* to favorites$/ }).first();
    const name = await favorite.textContent();
    await favorite.click();
    await expect(toast(page, 'Nothing was changed')).toContainText('You’re viewing as a fan');
    await expect(page.getByRole('button', { name: name! })).toBeVisible();
    await page.goto('/my-account');
    await expect(page.getByRole('heading', { name: 'Only the fan sees this page' })).toBeVisible();
    // Another screen of the back office says why it shows nothing.
    await page.goto('/users');
    await expect(banner).toBeVisible();

    await banner.getByRole('button', { name: 'End Viewing' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit User' });
    await expect(edit.getByLabel('Email')).toHaveValue(email);
    await expect(banner).toHaveCount(0);
    await expect
      .poll(() => subjectsTo(email), { timeout: 20_000 })
      .toContain('Our team looked at your account');
  },
);

test(
  'an admin downloads the data of a user, who is notified',
  LONG,
  async ({ page, newFan, signIn }) => {
    const { email } = await newFan();
    await signIn('admin');
    await openActions(page, email);
    await page.getByRole('menuitem', { name: 'Download Data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download this user’s data?' });
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/^velvet-rope-data-.*\.zip$/);
    await expect
      .poll(() => subjectsTo(email), { timeout: 20_000 })
      .toContain('Your data was downloaded');
  },
);

test(
  'a request to reset two-factor authentication leaves the focus on what replaced the button',
  LONG,
  async ({ page, newFan, signIn }) => {
    const fan = await newFan();
    await signIn(fan);
    await page.goto('/my-account');
    const card = page.getByRole('region', { name: 'Two-factor authentication' });
    await card.getByRole('button', { name: 'Set Up' }).click();
    await turnOnSecondFactor(page);

    await signIn('staff');
    const edit = page.getByRole('dialog', { name: 'Edit User' });
    const openUser = async () => {
      await page.goto(`/users?search=${encodeURIComponent(fan.email)}`);
      await page.getByRole('row').filter({ hasText: fan.email }).click();
    };
    const request = edit.getByRole('button', { name: 'Reset two-factor authentication' });
    const question = page.getByRole('dialog', { name: 'Reset two-factor authentication?' });
    const pressRequest = async () => {
      await request.press('Enter');
      await question.getByRole('button', { name: 'Request Reset' }).press('Enter');
      await expect(question).toBeHidden();
      await expect(edit.getByText('You requested to reset')).toBeFocused();
    };
    await openUser();
    await pressRequest();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await expect(edit.getByRole('button', { name: 'Withdraw Request' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(request).toBeFocused();
    await pressRequest();

    await signIn('admin');
    await openUser();
    await edit.getByRole('button', { name: 'Confirm Reset' }).press('Enter');
    await question.getByRole('button', { name: 'Reset', exact: true }).press('Enter');
    await expect(question).toBeHidden();
    await expect(edit.getByText('Two-factor authentication was reset.')).toBeFocused();
  },
);
