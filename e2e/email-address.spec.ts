import { waitForLink } from './support/mailbox.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  test,
  toast,
} from './support/test.ts';

test('a fan confirms their email, changes it, and undoes the change with the link at the old one', async ({
  page,
  newFan,
  signIn,
}) => {
  const fan = await newFan();
  await signIn(fan);
  await page.goto('/my-account');
  const notice = page.getByRole('complementary', { name: 'Email confirmation' });
  await expect(notice).toContainText(fan.email);
  await expectAccessibleInBothSchemes(page);
  await notice.getByRole('button', { name: 'Send Again' }).click();
  await expect(toast(page, `We sent another link to ${fan.email}.`)).toBeVisible();
  await page.goto(await waitForLink(fan.email, '/confirm-email'));
  await expect(page).toHaveURL(/\/confirm-email$/);
  const button = page.getByRole('button', { name: 'Confirm Email Address' });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await button.press('Enter');
  await expect(
    page.getByRole('heading', { name: 'Your email address is confirmed' }),
  ).toBeFocused();

  await page.goto('/my-account');
  await page.getByRole('button', { name: 'Change Email' }).click();
  await expect(notice).toHaveCount(0);
  const dialog = page.getByRole('dialog', { name: 'Change Email' });
  await dialog.getByLabel('New email').fill(`new-${fan.email}`);
  const password = dialog.getByRole('textbox', { name: 'Current password' });
  await password.fill('not-my-password');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send Link' }).click();
  await expect(dialog).toContainText('Your current password is incorrect');
  await expect(password).toBeFocused();
  await password.fill(fan.password);
  await dialog.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText(`We sent a link to new-${fan.email}`).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel Change' })).toBeVisible();
  await page.goto(await waitForLink(`new-${fan.email}`, '/confirm-email'));
  await page.getByRole('button', { name: 'Confirm Email Address' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/my-feed');

  await page.goto(await waitForLink(fan.email, '/restore-email'));
  await expect(page.getByText(fan.email)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo the Change' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your email address is back' })).toBeFocused();
  await page.goto('/my-account');
  await page.waitForURL('**/auth**');
  await waitForLink(fan.email, '/reset-password');
});
