import { addVirtualAuthenticator } from './support/authenticator.ts';
import { forgetSession } from './support/forget-session.ts';
import { makeSessionOld } from './support/old-session.ts';
import { turnOnSecondFactor } from './support/second-factor.ts';
import { fillInSignIn } from './support/sign-in-form.ts';
import { expect, expectAccessibleInBothSchemes, test, toast, LONG } from './support/test.ts';

test(
  'a member turns on two-factor authentication, and signs in with a recovery code',
  LONG,
  async ({ page, newFan, signIn }) => {
    const fan = await newFan();
    await signIn(fan);
    await page.goto('/my-account');
    const card = page.getByRole('region', { name: 'Two-factor authentication' });
    await card.getByRole('button', { name: 'Set Up' }).click();
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Turn On' }).click();
    await expect(page.getByText('This code isn’t valid.')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    const recoveryCodes = await turnOnSecondFactor(page);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'I Stored Them' }).click();
    await expect(card).toContainText('10 recovery codes left.');

    await forgetSession(page);
    await page.goto('/auth');
    await fillInSignIn(page, fan);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
      'Enter the code',
    );
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
      /This code isn’t valid/,
    );
    await expectAccessibleInBothSchemes(page);
    await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!.toLowerCase());
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/my-feed');
  },
);

test('a member adds a passkey, signs in with it alone, and confirms the identity with it', async ({
  page,
  context,
  newFan,
  signIn,
}) => {
  const fan = await newFan();
  await signIn(fan);
  const devtools = await addVirtualAuthenticator(page);
  await page.goto('/my-account');
  const card = page.getByRole('region', { name: 'Two-factor authentication' });
  await card.getByRole('button', { name: 'Add a Passkey' }).click();
  await expect(page.getByRole('listitem').locator('code')).toHaveCount(10);
  await page.getByRole('button', { name: 'I Stored Them' }).click();
  const passkey = card.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkey).toContainText('Chrome on Windows');
  await expect(passkey).toContainText('Not used yet');
  await expectAccessibleInBothSchemes(page);

  await forgetSession(page);
  await page.goto('/auth');
  await fillInSignIn(page, fan);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(page.getByText('Use your passkey, or enter a recovery code.')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.goto('/auth?next=/my-account');
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await page.waitForURL('**/my-account');
  await expect(passkey).toContainText('Last used');

  await makeSessionOld(context);
  await card.getByRole('button', { name: 'Remove the passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  const usePasskey = confirmation.getByRole('button', { name: 'Use a Passkey' });
  await expect(usePasskey).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await usePasskey.click();
  await expect(toast(page, 'The passkey was removed.')).toBeVisible();
  await expect(passkey).toHaveCount(0);

  // The device still offers the passkey.
  await forgetSession(page);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(toast(page, 'Error')).toContainText('This passkey didn’t work.');
  await devtools.detach();
});
