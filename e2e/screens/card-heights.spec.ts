import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { expect, LONG, test } from '../support/test.ts';

/** What an element may be taller than its content, and the largest part of a card without anything. */
const TOLERANCE = 40;

const SCREENS = {
  visitor: ['/', '/marlowe-vesperine'],
  fan: ['/marketplace', '/my-feed', '/my-feed?tab=public', '/my-subscriptions'],
  influencer: ['/dashboard', '/my-content', '/my-tasks', '/earnings', '/my-payouts'],
  staff: [
    '/content',
    '/vault',
    '/applications',
    '/users',
    '/influencers',
    '/subscribers',
    '/inbox',
  ],
} as const;

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: AGE_COOKIE, value: AGE_CONFIRMED, url: baseURL! }]);
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('main :is(li, tr, article)').first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"], main [class*="skeleton"]')).toHaveCount(0);
}

/** The cards and rows that are taller than the tallest content beside them. */
function findTallItems(page: Page): Promise<string[]> {
  return page.evaluate((tolerance) => {
    const isShown = (element: Element): element is HTMLElement =>
      element instanceof HTMLElement && element.checkVisibility();
    return [...document.querySelectorAll('main :is(ul, ol, tbody)')]
      .filter(isShown)
      .flatMap((list) => {
        const items = [...list.children].filter(isShown);
        const before = items.map((item) => item.getBoundingClientRect());
        const parts = items.flatMap((item) => [
          item,
          ...item.querySelectorAll<HTMLElement>(':scope > article'),
        ]);
        const styles = parts.map(({ style }) => style.cssText);
        for (const { style } of parts) {
          style.contentVisibility = 'visible';
          style.height = 'auto';
          style.alignSelf = 'start';
        }
        const after = items.map((item) => item.getBoundingClientRect().height);
        for (const [index, { style }] of parts.entries()) style.cssText = styles[index]!;
        return before.flatMap(({ top, height }, index) => {
          const beside = before.flatMap((other, at) => (other.top === top ? [after[at]!] : []));
          const excess = Math.round(height - Math.max(...beside));
          const text = items[index]!.textContent.slice(0, 40);
          return excess > tolerance ? [`“${text}” is ${excess}px too tall`] : [];
        });
      });
  }, TOLERANCE);
}

/** The cards with a part in which there is neither text nor a picture nor a control. */
function findEmptyParts(page: Page): Promise<string[]> {
  return page.evaluate((tolerance) => {
    const isFilled = (element: Element) =>
      /^(img|svg|video|button|input|textarea|select)$/i.test(element.tagName) ||
      getComputedStyle(element).backgroundImage !== 'none';
    const rectsIn = (element: Element): DOMRect[] => {
      if (isFilled(element)) return [element.getBoundingClientRect()];
      return [...element.childNodes].flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return [];
        const range = document.createRange();
        range.selectNode(node);
        return [range.getBoundingClientRect()];
      });
    };
    const cards = [...document.querySelectorAll('main article')].filter((card) =>
      card.checkVisibility({ contentVisibilityAuto: true }),
    );
    return cards.flatMap((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      const rects = [...card.querySelectorAll('*')].flatMap(rectsIn);
      let filledTo = top;
      let gap = 0;
      for (const rect of rects.toSorted((a, b) => a.top - b.top)) {
        gap = Math.max(gap, rect.top - filledTo);
        filledTo = Math.max(filledTo, rect.bottom);
      }
      gap = Math.round(Math.max(gap, bottom - filledTo));
      const text = card.textContent.slice(0, 40);
      return gap > tolerance ? [`“${text}” has ${gap}px without anything`] : [];
    });
  }, TOLERANCE);
}

for (const [who, addresses] of Object.entries(SCREENS)) {
  test(`on a phone, no card or row of ${who} is taller than its content`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    if (who !== 'visitor') await signIn(who as 'fan');
    for (const address of addresses) {
      await open(page, address);
      // Pictures and rows may still be loading.
      await expect.poll(() => findTallItems(page), { message: address }).toEqual([]);
      await expect.poll(() => findEmptyParts(page), { message: address }).toEqual([]);
    }
  });
}

/** The part of the pixels that differ visibly between two pictures. */
async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((picture) => sharp(picture).resize(195).greyscale().raw().toBuffer()),
  );
  return a!.filter((value, index) => Math.abs(value - (b![index] ?? 0)) > 24).length / a!.length;
}

test(
  'a screen looks the same whether cards out of view are skipped or drawn',
  LONG,
  async ({ page, signIn }) => {
    for (const [who, addresses] of Object.entries(SCREENS)) {
      await page.goto('about:blank');
      if (who !== 'visitor') await signIn(who as 'fan');
      for (const width of [390, 768]) {
        await page.setViewportSize({ width, height: 844 });
        for (const address of addresses) {
          await open(page, address);
          await page.waitForLoadState('networkidle');
          const skipped = await page.screenshot();
          await page.locator('main *').evaluateAll((all) => {
            for (const element of all as HTMLElement[]) element.style.contentVisibility = 'visible';
          });
          const drawn = await page.screenshot();
          const difference = await differenceOf(skipped, drawn);
          expect(difference, `${address} at ${width}`).toBeLessThan(0.01);
        }
      }
    }
  },
);
