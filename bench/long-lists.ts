import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../e2e/support/browser.ts';
import { startDemoProduct } from '../scripts/product.ts';
import { openSignedIn, settle } from '../scripts/screens.ts';

const CARDS = 1_000;
/** How much slower the processor of the browser is. */
const SLOWDOWN = 4;
const ROUNDS = 5;
/** Repeats the cards of the feed until there are so many. */
function repeatCards([cards, visibility]: readonly [number, string]): void {
  const list = document.querySelector('main ul:has(> li article)')!;
  const own = [...list.children].filter((item) => item.querySelector('article'));
  for (let count = list.children.length; count < cards; count++) {
    list.append(own[count % own.length]!.cloneNode(true));
  }
  for (const card of list.querySelectorAll('article')) card.style.contentVisibility = visibility;
}

/** The milliseconds that a change of the width and the next picture take. */
function timeLayout(): Promise<number> {
  const main = document.querySelector<HTMLElement>('main')!;
  const started = performance.now();
  main.style.paddingRight = main.style.paddingRight === '40px' ? '0' : '40px';
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
  });
}

/** The longest pause between two pictures while the list scrolls by its whole length. */
async function timeScrolling(): Promise<number> {
  const height = document.documentElement.scrollHeight;
  let longest = 0;
  let before = performance.now();
  for (let step = 1; step <= 60; step++) {
    window.scrollTo({ top: (height / 60) * step, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }
  window.scrollTo({ top: 0, behavior: 'instant' });
  return longest;
}

const median = (values: number[]) =>
  Math.round(values.toSorted((a, b) => a - b)[values.length >> 1]!);

async function measure(page: Page, visibility: string) {
  await page.goto('/my-feed');
  await settle(page);
  await page.evaluate(repeatCards, [CARDS, visibility] as const);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const layouts: number[] = [];
  const scrolls: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    layouts.push(await page.evaluate(timeLayout));
    scrolls.push(await page.evaluate(timeScrolling));
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { layout: median(layouts), scroll: median(scrolls) };
}

/** Compares a feed of a thousand cards with and without skipping those out of view. */
export async function benchLongLists(): Promise<void> {
  const product = await startDemoProduct('uniform');
  const browser = await chromium.launch(await findBrowser());
  try {
    const page = await openSignedIn(browser, product.url, 'fan', {
      viewport: { width: 1440, height: 900 },
    });
    console.log(`\n${CARDS} cards, with a processor that is ${SLOWDOWN} times slower\n`);
    console.log(
      '| | change of the width, ms | longest picture while scrolling, ms |\n|---|---:|---:|',
    );
    for (const [name, visibility] of [
      ['all cards drawn', 'visible'],
      ['as in the product', ''],
    ] as const) {
      const { layout, scroll } = await measure(page, visibility);
      console.log(`| ${name} | ${layout} | ${scroll} |`);
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}
