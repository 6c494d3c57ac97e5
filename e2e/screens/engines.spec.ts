import type { Page } from '@playwright/test';
import { findOtherEngines, startEngine, type EngineName } from '#e2e/support/engines/engines.ts';
import { expect, LONG, test as base } from '#e2e/support/test.ts';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { LOADING } from '../../scripts/screens.ts';

const ENGINES: EngineName[] = ['Chromium', ...findOtherEngines().installed];
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
/** As a part of its width: each engine chooses the optical size of large letters differently. */
const HEADING_TOLERANCE = 0.08;

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

/** Waits for data and fonts; only Chromium says when the network is idle. */
async function settle(page: Page): Promise<void> {
  // Three browsers load at the same time.
  const timeout = 60_000;
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout });
  await expect(page.locator(LOADING)).toHaveCount(0, { timeout });
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

type Measured = Awaited<ReturnType<typeof measure>>;

/** Expects nothing wider than its place, and the landmarks where Chromium has them. */
function expectAlike(screen: string, { boxes, ...faults }: Measured, chromium: Measured): void {
  expect.soft(faults, screen).toEqual({ overflow: 0, cutOff: [] });
  const names = chromium.boxes.map((box) => box.name);
  expect
    .soft(
      boxes.map((box) => box.name),
      screen,
    )
    .toEqual(names);
  const differing = boxes.filter(({ name, x, y, width }, index) => {
    const theirs = chromium.boxes[index] ?? { x, y, width };
    const text = name.startsWith('h') && name !== 'header' ? width * HEADING_TOLERANCE : 0;
    return (
      Math.abs(x - theirs.x) > TOLERANCE.x ||
      Math.abs(width - theirs.width) > Math.max(TOLERANCE.x, text) ||
      Math.abs(y - theirs.y) > TOLERANCE.y
    );
  });
  expect.soft(differing, `${screen}, not as ${JSON.stringify(chromium.boxes)}`).toEqual([]);
}

type Opened = { name: EngineName; page: Page };
const test = base.extend<{ opened: Opened[] }>({
  opened: async ({ viewport, baseURL }, provide) => {
    const engines = await Promise.all(ENGINES.map(startEngine));
    const windows = await Promise.all(engines.map(({ open }) => open(viewport!, baseURL!)));
    const age = { name: AGE_COOKIE, value: AGE_CONFIRMED, url: baseURL! };
    for (const { page } of windows) await page.context().addCookies([age]);
    await provide(windows.map(({ page }, index) => ({ name: ENGINES[index]!, page })));
    await Promise.all(windows.map(({ close }) => close()));
    await Promise.all(engines.map(({ stop }) => stop()));
  },
});

for (const viewport of SIZES) {
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport });

    test('twenty screens look alike in all engines', LONG, async ({ opened }) => {
      test.setTimeout(300_000);
      for (const [who, addresses] of SCREENS) {
        if (who) await Promise.all(opened.map(({ page }) => signIn(page, who)));
        for (const address of addresses) {
          const screen = `${who ?? 'visitor'}${address.replaceAll('/', '-')}-${viewport.width}`;
          const found = opened.map(async ({ name, page }) => {
            await page.goto(address);
            await settle(page);
            await page.screenshot({ path: `screenshots/engines/${screen}-${name}.png` });
            return measure(page);
          });
          const [chromium, ...others] = await Promise.all(found);
          others.forEach((other, index) =>
            expectAlike(`${screen} in ${ENGINES[index + 1]}`, other, chromium!),
          );
        }
      }
    });
  });
}
