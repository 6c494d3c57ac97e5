import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';

/** Opens a page of the product at `url`, signed in with a demo account. */
export async function openSignedIn(
  browser: Browser,
  url: string,
  who: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options });
  const data = { email: `${who}@demo.test`, password: DEMO_PASSWORD };
  const response = await context.request.post('/api/auth/sign-in', { data });
  if (!response.ok()) throw new Error(`${data.email} cannot sign in: ${await response.text()}`);
  return context.newPage();
}

/** Placeholders of content that is loading. */
export const LOADING =
  '.mantine-Skeleton-root, [aria-busy="true"], [role="status"][aria-label^="Loading"]';

/** Waits until data, fonts and pictures are loaded; with `all` also lazy pictures below the fold. */
export async function settle(page: Page, all = false): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.waitForFunction((loading) => !document.querySelector(loading), LOADING);
  await page.waitForLoadState('networkidle');
  await page.evaluate(async (isAll) => {
    await document.fonts.ready;
    const images = [...document.images].filter((image) => isAll || image.loading !== 'lazy');
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
  }, all);
}
