import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { expect, expectAccessible, test, toast } from './support/test.ts';

test('a fan signs in, sees the frame of the house and signs out', async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  await page.getByLabel('Email').fill('fan@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page, 'Error')).toContainText('Invalid email or password');

  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Feed' }).first()).toBeVisible();

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('who is signed in already is led from the sign-in page to where they belong', async ({
  page,
  signIn,
}) => {
  await signIn('fan');
  await page.goto('/auth');
  await page.waitForURL('**/my-feed');
});

test('a signed-in screen sends a visitor to the sign-in page', async ({ page }) => {
  await page.goto('/my-feed');
  await page.waitForURL('**/auth');
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`the sign-in page is accessible in the ${colorScheme} scheme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/auth');
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await expectAccessible(page);
  });
}
