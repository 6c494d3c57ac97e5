import type { Page } from '@playwright/test';

/** Ends the session of a browser. Leaves the page first, because its requests would be refused. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
