import type { Page } from '@playwright/test';
import { startEngine } from '#e2e/support/engines/engines.ts';
import { expect, test } from '#e2e/support/engines/test.ts';
import { LONG } from '#e2e/support/test.ts';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';

/** Twenty screens, by who opens them; null is a visitor. */
const SCREENS = [
  [null, ['/', '/marlowe-vesperine', '/subscribe', '/auth', '/contact', '/terms']],
  ['fan', ['/my-feed', '/marketplace', '/my-subscriptions', '/my-account']],
  ['influencer', ['/dashboard', '/my-tasks', '/earnings', '/my-payouts']],
  ['admin', ['/dashboard', '/applications', '/payouts', '/tasks', '/reports', '/inbox']],
] as const;
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** In pixels: engines round the widths of texts differently, and a line more moves what is below. */
const TOLERANCE = { x: 6, y: 40 };

/** Signs in with a request of the page itself, because engines share no cookies with Playwright. */
async function signIn(page: Page, who: string): Promise<void> {
  const data = { email: `${who}@demo.test`, password: DEMO_PASSWORD };
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/api/auth/sign-in', { method: 'POST', headers, body });
    return response.status;
  }, JSON.stringify(data));
  expect(status).toBe(200);
}

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** The boxes of the landmarks, what is wider than the window, and what is cut off. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility();
    const textOf = (element: Element) => element.textContent?.trim().slice(0, 40) ?? '';
    const boxes = ['header', 'main', 'h1', 'h2'].flatMap((name) => {
      const element = [...document.querySelectorAll(name)].find(isShown);
      if (!element) return [];
      const { x, y, width } = element.getBoundingClientRect();
      return [{ name, x: Math.round(x), y: Math.round(y), width: Math.round(width) }];
    });
    const cutOff = [...document.querySelectorAll<HTMLElement>('main *')].filter((element) => {
      if (element.childElementCount > 0 || !isShown(element) || !textOf(element)) return false;
      const { overflowX, textOverflow } = getComputedStyle(element);
      if (overflowX === 'visible' || textOverflow === 'ellipsis') return false;
      if (element.closest('.visually-hidden')) return false;
      return element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
    });
    const { scrollWidth } = document.documentElement;
    return { boxes, overflow: scrollWidth - innerWidth, cutOff: cutOff.map(textOf) };
  });

/** Walks all screens. @param visit called on each, with the name of the screen */
async function walk(page: Page, visit: (name: string) => Promise<void>): Promise<void> {
  for (const [who, addresses] of SCREENS) {
    if (who) await signIn(page, who);
    for (const address of addresses) {
      await page.goto(address);
      await settle(page);
      await visit(`${who ?? 'visitor'}${address.replaceAll('/', '-')}`);
    }
  }
}

type Measured = Awaited<ReturnType<typeof measure>>;

for (const size of SIZES) {
  test.describe(`${size.width} pixels wide`, () => {
    test.use({ viewport: size });

    test('twenty screens look as in Chromium', LONG, async ({ page, baseURL, engineName }) => {
      test.setTimeout(570_000);
      const age = { name: AGE_COOKIE, value: AGE_CONFIRMED, url: baseURL! };
      const measureAll = async (browser: Page, name: string) => {
        const found = new Map<string, Measured>();
        await browser.context().addCookies([age]);
        await walk(browser, async (screen) => {
          found.set(screen, await measure(browser));
          await browser.screenshot({ path: `screenshots/${screen}-${size.width}-${name}.png` });
        });
        return found;
      };
      const chromium = await startEngine('Chromium');
      const reference = await chromium.open(size, baseURL!);
      const expected = await measureAll(reference.page, 'Chromium');
      await chromium.stop();
      for (const [screen, { boxes, ...faults }] of await measureAll(page, engineName)) {
        expect.soft(faults, screen).toEqual({ overflow: 0, cutOff: [] });
        const theirs = expected.get(screen)!.boxes;
        expect
          .soft(
            boxes.map(({ name }) => name),
            screen,
          )
          .toEqual(theirs.map(({ name }) => name));
        const differing = boxes.filter(({ x, y, width }, index) => {
          const their = theirs[index]!;
          const sides = Math.max(Math.abs(x - their.x), Math.abs(width - their.width));
          return sides > TOLERANCE.x || Math.abs(y - their.y) > TOLERANCE.y;
        });
        expect.soft(differing, `${screen}, not as ${JSON.stringify(theirs)}`).toEqual([]);
      }
    });
  });
}
