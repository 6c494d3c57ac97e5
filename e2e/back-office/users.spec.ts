import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { mailsTo } from '#e2e/support/mailbox.ts';
import { makeSessionOld } from '#e2e/support/old-session.ts';
import { expect, expectAccessible, LONG, test, toast, searchList } from '#e2e/support/test.ts';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';

const buttonsOf = (page: Page, dialog: string) =>
  page.getByRole('dialog', { name: dialog }).getByRole('button');

async function openUser(page: Page, email: string) {
  await page.goto('/users');
  await searchList(page, 'Search name or email', email);
  await page.getByRole('row').filter({ hasText: email }).click();
  return page.getByRole('dialog', { name: 'Edit User' });
}

test(
  'a fan’s account form keeps its input if reloading the account fails',
  LONG,
  async ({ page, newFan, signIn }) => {
    await signIn(await newFan());
    await page.goto('/my-account');
    const gender = page.getByRole('combobox', { name: 'Gender' });
    await gender.click();
    await page.getByRole('option', { name: 'Non-binary' }).click();
    await page.getByLabel('Name (optional)').fill('Robin of the balcony');
    // Saving succeeds, but loading the account fails.
    await page.route('**/api/account', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const failure = page
      .getByRole('alert')
      .filter({ hasText: 'Failed to load profile information' });
    await expect(failure).toBeVisible({ timeout: 30_000 });
    await expect(gender).toHaveValue('Non-binary');
    await page.unroute('**/api/account');
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await expect(failure).toBeHidden();
    await expect(gender).toHaveValue('Non-binary');

    // The frame shows the name, and the colour scheme is chosen on the same page.
    await page.getByText('Light', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await expectAccessible(page);

    // The frame shows the fan's own picture, and the time zone holds for the next visit.
    const background = '#3d6b63';
    const picture = sharp({ create: { width: 600, height: 400, channels: 3, background } });
    await page
      .getByRole('region', { name: 'Your photo' })
      .locator('input')
      .setInputFiles({
        name: 'me.png',
        mimeType: 'image/png',
        buffer: await picture.png().toBuffer(),
      });
    await expect(toast(page, 'Photo uploaded')).toBeVisible();
    const menu = page.getByRole('button', { name: 'User menu' });
    await expect(menu.locator('img')).toHaveJSProperty('naturalWidth', 288);
    const zone = page.getByRole('combobox', { name: 'Show dates and times in' });
    await zone.click();
    await zone.fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await expect(toast(page, 'Time zone saved')).toBeVisible();
    await expect(page.getByText(/^It’s .* GMT\+9\.$/)).toBeVisible();
    await menu.click();
    await expect(page.getByRole('menu')).toContainText('Robin of the balcony');
  },
);

test('an admin creates a user, sends a reset link, and deletes the user after typing the name', async ({
  page,
  signIn,
}) => {
  const email = `ada-${randomUUID()}@example.test`;
  await signIn('admin');
  await page.goto('/users?action=create');
  const create = page.getByRole('dialog', { name: 'Create User' });
  await create.getByLabel('Email').fill(email);
  await create.getByLabel('Full name').fill('Ada Quill');
  await create.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Subscriber' }).click();
  await create.getByRole('button', { name: 'Generate' }).click();
  await create.getByRole('button', { name: 'Create User' }).click();

  const credentials = page.getByRole('dialog', { name: 'User created' });
  await expect(credentials).toContainText(email);
  // A second Enter does not close the dialog.
  await expect(credentials.getByRole('button', { name: 'Copy both' })).toBeFocused();
  await page.keyboard.press('Escape');
  const confirmDialog = page.getByRole('dialog', { name: 'Have you copied the password?' });
  await expect(confirmDialog).toBeVisible();
  await confirmDialog.getByRole('button', { name: 'Go back' }).click();
  await expect(credentials).toContainText(email);
  await credentials.getByRole('button', { name: 'Done' }).click();
  await expect(credentials).toBeHidden();

  const edit = await openUser(page, email);
  await expect(edit.getByLabel('New password')).toHaveCount(0);
  await edit.getByLabel('Phone').fill('+1 555 0100');
  await page.keyboard.press('Escape');
  const unsaved = page.getByRole('dialog', { name: 'Leave without saving?' });
  await unsaved.getByRole('button', { name: 'Stay' }).click();
  await expect(edit.getByLabel('Phone')).toHaveValue('+1 555 0100');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toBeHidden();
  await openUser(page, email);
  await edit.getByRole('button', { name: 'Send password reset link' }).click();
  const send = 'Send a password reset link?';
  await expect(buttonsOf(page, send)).toHaveText(['Cancel', 'Send Link']);
  await expectAccessible(page);
  // Escape closes only the confirmation.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: send })).toBeHidden();
  await expect(edit).toBeVisible();
  await edit.getByRole('button', { name: 'Send password reset link' }).click();
  await buttonsOf(page, send).last().click();
  await expect(toast(page, 'Success')).toContainText(`Password reset link sent to ${email}`);
  await expect.poll(() => mailsTo(email).length, { timeout: 20_000 }).toBe(1);
  await edit.getByRole('button', { name: 'Cancel' }).click();

  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: 'Actions for Ada Quill' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete User' });
  await expect(deletion).toContainText('No subscriptions');
  await expectAccessible(page);
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await expect(deletion).toContainText('Please type the name exactly as shown: Ada Quill');
  await deletion.getByLabel('Type Ada Quill to confirm').fill('ada quill');
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'User deleted successfully from all systems!')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test(
  'creating a user after a while needs the password, and loses no input',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/users?action=create');
    const form = page.getByRole('dialog', { name: 'Create User' });
    const email = `later-${randomUUID()}@example.test`;
    await form.getByLabel('Email').fill(email);
    await form.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Subscriber' }).click();
    await form.getByRole('button', { name: 'Generate' }).click();
    await makeSessionOld(page.context());
    await form.getByRole('button', { name: 'Create User' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    const password = confirmation.getByLabel('Current password', { exact: true });
    await expect(password).toBeFocused();
    await password.press('Escape');
    await expect(confirmation).toBeHidden();
    await expect(form.getByLabel('Email')).toHaveValue(email);

    await form.getByRole('button', { name: 'Create User' }).click();
    await password.fill(DEMO_PASSWORD);
    await password.press('Enter');
    await expect(page.getByRole('dialog', { name: 'User created' })).toContainText(email);
  },
);

test(
  'a fan is deleted by keyboard alone, only after the name was typed',
  LONG,
  async ({ page, newFan, signIn }) => {
    const { email } = await newFan();
    await signIn('staff');
    await page.goto(`/users?search=${encodeURIComponent(email)}`);
    const row = page.getByRole('row').filter({ hasText: email });
    const actions = row.getByRole('button', { name: `Actions for ${email}` });
    await expect(actions).toBeVisible();
    const isFocused = (element: typeof actions) =>
      element.evaluate((button) => button === document.activeElement);
    while (!(await isFocused(actions))) await page.keyboard.press('Tab');
    const deletion = page.getByRole('dialog', { name: 'Delete User' });
    const open = async () => {
      await page.keyboard.press('Enter');
      const remove = page.getByRole('menuitem', { name: 'Delete' });
      await expect(remove).toBeVisible();
      while (!(await isFocused(remove))) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(deletion).toContainText('Account, picture, preferences and sign-in');
    };
    await open();
    await page.keyboard.press('Escape');
    await expect(deletion).toBeHidden();
    await expect(actions).toBeFocused();

    await open();
    await expect(deletion.getByLabel(`Type ${email} to confirm`)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(deletion).toContainText(`Please type the name exactly as shown: ${email}`);
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'User deleted successfully from all systems!')).toBeVisible();
    await expect(row).toHaveCount(0);
  },
);

test(
  'deleting an influencer shows the same warnings under users as under influencers',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/users?search=influencer%40demo.test');
    const row = page.getByRole('row').filter({ hasText: 'influencer@demo.test' });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const userDialog = page.getByRole('dialog', { name: 'Delete User' });
    await expect(userDialog).toContainText('published post');
    const warnings = userDialog.getByRole('listitem');
    await expect(warnings.filter({ hasText: /active subscription.*of fans/ })).toHaveCount(1);
    await expect(warnings.filter({ hasText: 'All payouts, with the name' })).toHaveCount(1);
    const lines = await warnings.allInnerTexts();
    await page.goto('/influencers?search=influencer%40demo.test');
    await page
      .getByRole('row')
      .filter({ hasText: 'influencer@demo.test' })
      .getByRole('button')
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const influencerDialog = page.getByRole('dialog', { name: 'Delete Influencer' });
    await expect(influencerDialog.getByRole('listitem')).toHaveText(lines);
  },
);

test(
  'an email changed by an admin waits for its confirmation, and staff cannot change it',
  LONG,
  async ({ page, newFan, signIn }) => {
    const { email } = await newFan();
    await signIn('staff');
    const field = (await openUser(page, email)).getByLabel('Email');
    await expect(field).toBeDisabled();
    await signIn('admin');
    const edit = await openUser(page, email);
    await edit.getByLabel('Email').fill(`new-${email}`);
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'User updated successfully!')).toContainText(`new-${email}`);
    const again = await openUser(page, email);
    await expect(again).toContainText(`Changes to new-${email} once it’s confirmed`);
    await expectAccessible(page);
    await again.getByRole('button', { name: 'Cancel Change' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Cancel this email change?' });
    await expect(confirmation).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
    await again.getByRole('button', { name: 'Cancel Change' }).click();
    await confirmation.getByRole('button', { name: 'Cancel Change' }).click();
    await expect(toast(page, 'The email won’t change.')).toBeVisible();
    await expect(again.getByRole('button', { name: 'Cancel Change' })).toHaveCount(0);
  },
);
