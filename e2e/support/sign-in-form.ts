import type { Page } from '@playwright/test';

/** Signs in by the form of an open sign-in page. */
export async function fillInSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
