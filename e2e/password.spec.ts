import { randomUUID } from 'node:crypto';
import { subjectsTo, waitForLink } from './support/mailbox.ts';
import { expect, expectAccessibleInBothSchemes, LONG, test, toast } from './support/test.ts';

const SENT =
  'If there’s an account with this address, a link is on its way. It works for one hour.';
const NEW_PASSWORD = 'a-quite-new-password';
// Rate limits count requests by address, so each test uses its own.
const nobody = () => `nobody-${randomUUID()}@example.test`;

test('a user who forgot the password receives a link and chooses a new password', async ({
  page,
  newFan,
}) => {
  const { email, password } = await newFan();
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Lost your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(SENT);
  const link = await waitForLink(email, '/reset-password');

  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.reload();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill('something-else');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(toast(page, 'Your password was changed')).toBeVisible();
  await page.waitForURL('**/auth');
  await page.goto('/reset-password');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Your password was changed. Sign in with the new one.',
  );
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(
    link.split('#')[1],
  );
  await page.getByRole('link', { name: 'Sign In' }).click();

  const signIn = async (typed: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(typed);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  await signIn(password);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await signIn(NEW_PASSWORD);
  await page.waitForURL((url) => url.pathname !== '/auth');
  await expect.poll(() => subjectsTo(email)).toContain('Your password was changed');

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This link has been used or has expired. Request a new one.',
  );
  await page.getByRole('link', { name: 'Request a New Link' }).click();
  await page.waitForURL('**/forgot-password');
});

test('an address without an account gets the same message, and an invalid address is rejected', async ({
  page,
}) => {
  await page.goto('/forgot-password');
  const send = page.getByRole('button', { name: 'Send Link' });
  await send.click();
  await expect(page.getByText('Email address is required')).toBeVisible();
  await page.getByLabel('Email').fill('nobody');
  await send.click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email').fill(nobody());
  await send.click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(SENT);
});

test('the page for a new password requires a link and a valid password', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByText('Open this page from the link in our email.')).toBeVisible();
  await page.evaluate(() => void (window.location.hash = 'guess'));
  const save = page.getByRole('button', { name: 'Save Password' });
  await save.click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByText('Please confirm your password')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('short');
  await save.click();
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('qwertyuiop');
  await expect(page.getByText('This password is on a list of leaked passwords.')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await expect(page.getByText('Strong password')).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(save).toBeVisible();
});

test('both password pages are accessible in both colour schemes', LONG, async ({ page }) => {
  await page.goto('/forgot-password');
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Email address is required')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel('Email').fill(nobody());
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(SENT);
  await expectAccessibleInBothSchemes(page);

  await page.goto('/reset-password');
  await expect(page.getByRole('link', { name: 'Request a New Link' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.goto('/reset-password#guess');
  await expect(page.getByRole('button', { name: 'Save Password' })).toBeEnabled();
  await expectAccessibleInBothSchemes(page);
});
