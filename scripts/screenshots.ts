import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { findBrowser } from '../e2e/support/browser.ts';
import { startDemoProduct } from './product.ts';

type Who = 'newcomer' | 'visitor' | 'fan' | 'staff' | 'admin' | 'influencer';

const FOLDER = 'screenshots';
const WIDTHS = [360, 768, 1440];
const SCHEMES = ['dark', 'light'] as const;

/** Whose pages are taken from top to bottom. */
const WHOLE = new Set<Who>(['visitor']);

/** Every screen as those who see it: name, address. A newcomer has not confirmed their age. */
const SCREENS: Record<Who, [string, string][]> = {
  newcomer: [
    ['age-gate', '/'],
    ['age-gate-of-an-influencer', '/marlowe-vesperine'],
    ['adults-only', '/adults-only'],
  ],
  visitor: [
    ['landing', '/'],
    ['auth', '/auth'],
    ['subscribe', '/subscribe'],
    ['signup', '/signup'],
    ['thank-you', '/thank-you'],
    ['forgot-password', '/forgot-password'],
    ['contact', '/contact'],
    ['terms', '/terms'],
    ['privacy', '/privacy'],
    ['offline', '/offline.html'],
    ['public-page', '/marlowe-vesperine'],
    ['influencer-not-found', '/nobody-at-all'],
    ['checkout-logged-out', '/marketplace/subscribe/marlowe-vesperine'],
    ['not-found', '/there/is/nothing'],
  ],
  fan: [
    ['my-feed', '/my-feed'],
    ['public-feed', '/my-feed?tab=public'],
    ['my-feed-filtered-empty', '/my-feed?search=zzzzzz'],
    ['marketplace', '/marketplace'],
    ['marketplace-empty', '/marketplace?search=zzzzzz'],
    ['marketplace-subscribe', '/marketplace/subscribe/odalys-ferncroft'],
    ['my-subscriptions', '/my-subscriptions'],
    ['subscription-required', '/subscriptions/00000000-0000-4000-8000-000000000000'],
    ['my-account', '/my-account'],
  ],
  influencer: [
    ['dashboard', '/dashboard'],
    ['my-account', '/my-account'],
    ['my-content', '/my-content'],
  ],
  staff: [
    ['dashboard', '/dashboard'],
    ['content', '/content'],
    ['content-filtered-empty', '/content?state=failed'],
    ['content-new', '/content/new'],
  ],
  admin: [['marketplace', '/marketplace']],
};

async function settle(page: Page, whole: boolean): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async (all) => {
    await document.fonts.ready;
    const images = [...document.images].filter((image) => all || image.loading !== 'lazy');
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
  }, whole);
}

async function shoot(browser: Browser, url: string, who: Who): Promise<void> {
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({
        baseURL: url,
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width, height: width < 600 ? 844 : 900 },
      });
      const page = await context.newPage();
      if (who === 'visitor') {
        await context.addCookies([{ name: AGE_COOKIE, value: AGE_CONFIRMED, url }]);
      } else if (who !== 'newcomer') {
        const data = { email: `${who}@demo.test`, password: DEMO_PASSWORD };
        await context.request.post('/api/auth/sign-in', { data });
      }
      for (const [name, address] of SCREENS[who]) {
        await page.goto(address);
        await settle(page, WHOLE.has(who));
        const file = path.join(FOLDER, `${who}-${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: WHOLE.has(who) });
      }
      await context.close();
    }
  }
}

mkdirSync(FOLDER, { recursive: true });
const product = await startDemoProduct();
try {
  const browser = await chromium.launch(await findBrowser());
  for (const who of Object.keys(SCREENS) as Who[]) {
    console.log(`Screens of: ${who}`);
    await shoot(browser, product.url, who);
  }
  await browser.close();
} finally {
  await product.stop();
}
console.log(`Look at them in ${FOLDER}/`);
