import { mkdirSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { findTestBrowser } from '../e2e/support/browser.ts';
import { openSignedIn, settle } from './screens.ts';
const url = process.env.SHOT_URL!;
const only = process.argv.slice(2);
const SHOTS: [name: string, who: string, run: (page: Page) => Promise<unknown>][] = [
  ['reports', 'admin', (p) => p.goto('/payee-reports')],
  ['reports-empty', 'admin', (p) => p.goto('/payee-reports?year=2019')],
  ['reports-missing', 'admin', (p) => p.goto('/payee-reports?group=missing')],
  ['payouts', 'admin', (p) => p.goto('/payouts?status=pending')],
  ['my-payouts', 'influencer', (p) => p.goto('/my-payouts')],
  ['dialog', 'admin', async (p) => {
    await p.goto('/payouts?status=pending');
    await settle(p);
    await p.getByRole('button', { name: /^Mark Paid:/ }).last().click();
    await p.getByRole('dialog').getByText('Without tax details').waitFor({ timeout: 5000 }).catch(() => {});
  }],
];
mkdirSync('/tmp/tax3-shots', { recursive: true });
const browser = await chromium.launch(await findTestBrowser());
for (const [name, who, run] of SHOTS) {
  if (only.length && !only.includes(name)) continue;
  for (const [width, height] of [[390, 844], [1440, 900]] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openSignedIn(browser, url, who, { colorScheme, viewport: { width, height }, timezoneId: 'America/New_York' });
      try {
        await run(page);
        await settle(page);
        await page.screenshot({ path: `/tmp/tax3-shots/${name}-${width}-${colorScheme}.png`, fullPage: true, animations: 'disabled' });
      } catch (error) { console.log(name, width, colorScheme, String(error).slice(0, 300)); await page.screenshot({ path: `/tmp/tax3-shots/${name}-${width}-${colorScheme}-failed.png` }); }
      await page.context().close();
    }
  }
}
await browser.close();
