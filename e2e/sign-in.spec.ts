import { devices, type Route } from '@playwright/test';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { makeSessionOld } from './support/old-session.ts';
import { fillInSignIn } from './support/sign-in-form.ts';
import { expect, expectAccessibleInBothSchemes, LONG, test, toast } from './support/test.ts';

test('a fan signs in, sees the app and signs out', async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  await page.getByLabel('Email').fill('fan@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page, 'Error')).toContainText('Invalid email or password');
  // The field tells it too, and screen readers hear it once.
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription('Invalid email or password');
  await expect(password).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(toast(page, 'Error').getByText('Invalid email or password')).toHaveAttribute(
    'aria-hidden',
  );

  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Feed' }).first()).toBeVisible();

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test(
  'a request that signing out overtakes does not demand to sign in',
  LONG,
  async ({ page, signIn }) => {
    await signIn('fan');
    await page.goto('/my-feed');
    const ended = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<void>();
    await page.route('**/api/auth/sign-out', async (route) => {
      const response = await route.fetch();
      ended.resolve();
      await refused.promise;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await ended.promise;
    await page.getByRole('searchbox').fill('lantern');
    await expect(page.getByRole('alert')).toContainText('Failed to load your feed');
    refused.resolve();
    await page.waitForURL('**/auth');
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    // The browser's Back shows nothing of the session.
    await page.goBack();
    await page.waitForURL('**/auth?*');
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  },
);

test(
  'the sign-in page redirects signed-in users to their start page',
  LONG,
  async ({ page, signIn }) => {
    await signIn('fan');
    await page.goto('/auth');
    await page.waitForURL('**/my-feed');
  },
);

test('a visitor of a signed-in screen returns to its address after signing in', async ({
  page,
  newFan,
}) => {
  await page.goto('/my-feed?tab=public&category=Goth');
  await page.waitForURL('**/auth?*');
  await expect(page.getByRole('alert')).toHaveText(
    'Authentication Required: Please log in to view your feed',
  );
  // The return path survives visits to other sign-in pages.
  for (const name of ['Lost your password?', 'Back to sign in', 'For Fans', 'Sign in']) {
    const link = page.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', /\?next=%2Fmy-feed/);
    await link.click();
  }
  await page.waitForURL('**/auth?*');
  await fillInSignIn(page, await newFan());
  await page.waitForURL('**/my-feed?tab=public&category=Goth');
  await expect(page.getByRole('heading', { name: 'Public Feed' })).toBeVisible();
});

test('after signing in, a user without access to the requested screen goes to their start page', async ({
  page,
  newFan,
}) => {
  await page.goto('/users?role=staff');
  await expect(page.getByRole('alert')).toHaveText(
    'Authentication Required: Please log in to view this content',
  );
  await fillInSignIn(page, await newFan());
  await page.waitForURL('**/my-feed');
});

test('signing in never redirects to another site', async ({ page, newFan }) => {
  await page.goto(`/auth?next=${encodeURIComponent('//elsewhere.example/')}`);
  await fillInSignIn(page, await newFan());
  await page.waitForURL('**/my-feed');
});

test(
  'after a session has ended, signing in leads back to the open page',
  LONG,
  async ({ page, signIn, newFan }) => {
    const fan = await newFan();
    await signIn(fan);
    await page.goto('/marketplace?search=vesper');
    await expect(page.getByRole('article')).toHaveCount(1);
    // Not before the search: any other request would lead away from the field.
    const endSession = async (route: Route) => {
      await page.request.post('/api/auth/sign-out');
      await route.continue();
    };
    await page.route(/\/api\/marketplace.*vesperine/, endSession, { times: 1 });
    await page.getByRole('searchbox').fill('vesperine');
    await page.waitForURL('**/auth?*');
    await fillInSignIn(page, fan);
    // Another request may notice the end of the session before the address contains the new search.
    await page.waitForURL(/\/marketplace\?search=vesper(ine)?$/);
    await expect(page.getByRole('article')).toHaveCount(1);
  },
);

test(
  'a visitor who wants to subscribe returns to the subscribe page after signing in',
  LONG,
  async ({ page, newFan }) => {
    await page.goto('/marketplace/subscribe/marlowe-vesperine');
    await page.getByRole('link', { name: 'Login to Subscribe' }).click();
    await expect(page.getByRole('alert')).toHaveText('Login Required: Please log in to subscribe');
    await fillInSignIn(page, await newFan());
    await page.waitForURL('**/marketplace/subscribe/marlowe-vesperine');
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible();
  },
);

test('the sign-in page is accessible in both colour schemes', LONG, async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});

test('a member sees on which devices they are signed in, and signs the others out', async ({
  page,
  browser,
  newFan,
  signIn,
}) => {
  const fan = await newFan();
  await signIn(fan);
  const phone = await browser.newContext({ userAgent: devices['iPhone 15'].userAgent });
  const signedIn = await phone.request.post('/api/auth/sign-in', { data: fan });
  expect(signedIn.ok()).toBe(true);
  await page.goto('/my-account');
  const security = page.getByRole('region', { name: 'Security' });
  await expect(security.getByRole('listitem').first()).toContainText('This device');
  await security.getByRole('button', { name: 'Sign out Safari on iOS' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'The device was signed out.')).toBeVisible();
  const { session } = await (await phone.request.get('/api/auth/session')).json();
  expect(session).toBeNull();
  await expectAccessibleInBothSchemes(page);
  await phone.close();
});

test('after a while, an export needs the password again', LONG, async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/users');
  const exportUsers = page.getByRole('link', { name: 'Export CSV' });
  await expect(exportUsers).toBeVisible();
  await makeSessionOld(page.context());
  await exportUsers.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  const password = dialog.getByLabel('Current password', { exact: true });
  await expect(password).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(toast(page, 'Error')).toContainText('Confirm that it’s you first');

  await exportUsers.click();
  await password.fill('not-the-password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(password).toHaveAccessibleDescription('Your current password is incorrect');
  await password.fill(DEMO_PASSWORD);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect((await download).suggestedFilename()).toMatch(/^users.*\.csv$/);
});

test('a fan downloads their data and closes the account', async ({ page, newFan, signIn }) => {
  const fan = await newFan();
  await signIn(fan);
  await page.goto('/my-account');
  const privacy = page.getByRole('region', { name: 'Privacy' });
  const download = page.waitForEvent('download');
  await privacy.getByRole('link', { name: 'Download My Data' }).click();
  expect((await download).suggestedFilename()).toMatch(/^velvet-rope-data-.*\.zip$/);

  await privacy.getByRole('button', { name: 'Close My Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await expect(dialog.getByRole('button', { name: 'Keep My Account' })).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Close My Account' }).click();
  await page.waitForURL('**/auth');
  await expect(toast(page, 'Your account is closed.')).toBeVisible();
  await fillInSignIn(page, fan);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
});
