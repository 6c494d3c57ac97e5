import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import type { PostPage } from '#src/features/content/posts/posts.schema.ts';
import { findBrowser } from '../e2e/support/browser.ts';
import { startDemoProduct } from '../scripts/product.ts';
import { openSignedIn, settle } from '../scripts/screens.ts';

/** How much slower the processor of the browser is. */
const SLOWDOWN = 4;
const REPETITIONS = 8;
/** The aim for the slowest of them, in milliseconds. */
const AIM_MS = 200;
/** Longer than the work that an interaction starts, so that the next one does not wait for it. */
const PAUSE_MS = 1_500;

type Interaction = {
  name: string;
  user: 'admin' | 'fan';
  address: string;
  /** Interacts and returns to where it started. @param count how often it ran before */
  run: (page: Page, count: number) => Promise<void>;
};

// By attribute: a search by role would itself be work that the next picture waits for.
const rows = (page: Page) => page.locator('[data-row]');
const dialog = (page: Page) => page.locator('[aria-modal="true"]').first();

/** Clicks like a person, without checks in the page. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Closes the open dialog once it had the time to be drawn whole. */
async function closeDialog(page: Page): Promise<void> {
  await page.waitForTimeout(PAUSE_MS);
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(PAUSE_MS);
  await dialog(page).waitFor({ state: 'hidden' });
}

const INTERACTIONS: Interaction[] = [
  {
    name: 'the user menu opens and closes',
    user: 'admin',
    address: '/tasks',
    async run(page) {
      await press(page, page.locator('header button', { hasText: 'User menu' }));
      await page.waitForTimeout(PAUSE_MS);
      await page.locator('[role="menuitem"]').first().waitFor();
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'three letters typed into the search of a list',
    user: 'admin',
    address: '/users',
    async run(page) {
      const search = page.locator('main input[type="search"]');
      await press(page, search);
      await page.keyboard.type('mar', { delay: 80 });
      await page.waitForTimeout(PAUSE_MS);
      await search.fill('');
    },
  },
  {
    name: 'a list sorted by a column',
    user: 'admin',
    address: '/users',
    run: (page) => press(page, page.locator('thead button').first()),
  },
  {
    name: 'rows selected',
    user: 'admin',
    address: '/payouts?status=pending',
    run: (page, count) =>
      press(
        page,
        rows(page)
          .nth(count % 3)
          .locator('[data-select]'),
      ),
  },
  {
    name: 'the panel of a record opened and closed',
    user: 'admin',
    address: '/applications',
    async run(page) {
      await rows(page).first().focus();
      await page.keyboard.press('Enter');
      await closeDialog(page);
    },
  },
  {
    name: 'the dialog of a new task opened and closed',
    user: 'admin',
    address: '/tasks',
    async run(page) {
      await press(page, page.locator('main button', { hasText: 'New Task' }).first());
      await closeDialog(page);
    },
  },
  {
    name: 'a reply to a message typed and sent',
    user: 'admin',
    address: '/inbox',
    async run(page, count) {
      if (count === 0) {
        await rows(page).first().focus();
        await page.keyboard.press('Enter');
        await page.waitForTimeout(PAUSE_MS);
      }
      await press(page, page.locator('[aria-modal="true"] textarea').first());
      await page.keyboard.type('Thank you!', { delay: 40 });
      await page.keyboard.press('ControlOrMeta+Enter');
    },
  },
  {
    name: 'a post opened in the viewer and closed',
    user: 'fan',
    address: '/my-feed',
    async run(page, count) {
      if (count === 0) {
        const feed = (await (await page.request.get('/api/feed')).json()) as PostPage;
        await page.goto(`/subscriptions/${feed.posts[0]!.influencer.id}`);
        await settle(page);
      }
      await press(page, page.locator('[data-opens]').first());
      await closeDialog(page);
    },
  },
  {
    name: 'another tab of the feed',
    user: 'fan',
    address: '/my-feed',
    run: (page, count) => press(page, page.locator('main [role="tab"]').nth((count + 1) % 2)),
  },
  {
    name: 'an influencer added to the favorites',
    user: 'fan',
    address: '/marketplace',
    run: (page) =>
      press(page, page.locator('main article button', { hasText: 'favorites' }).first()),
  },
];

/** Collects the duration of each interaction until the next picture, as browsers report it for INP. */
function observeInteractions(): void {
  const durations = new Map<number, number>();
  Object.assign(globalThis, { durations });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId } = entry as PerformanceEventTiming & { interactionId: number };
      if (interactionId === 0) continue;
      durations.set(interactionId, Math.max(durations.get(interactionId) ?? 0, entry.duration));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Takes the collected durations. */
const takeDurations = (page: Page) =>
  page.evaluate(() => {
    const { durations } = globalThis as unknown as { durations: Map<number, number> };
    const taken = [...durations.values()];
    durations.clear();
    return taken;
  });

async function measure(browser: Browser, url: string, { user, address, run }: Interaction) {
  const page = await openSignedIn(browser, url, user, { viewport: { width: 1440, height: 900 } });
  await page.addInitScript(observeInteractions);
  await page.goto(address);
  await settle(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const all: number[] = [];
  for (let count = 0; count < REPETITIONS; count++) {
    await run(page, count);
    await page.waitForTimeout(PAUSE_MS);
    const durations = await takeDurations(page);
    // The first repetition loads code and data, as for a person; INP counts it like any other.
    all.push(...durations);
  }
  await page.context().close();
  return all.toSorted((a, b) => a - b);
}

/**
 * Measures the time from frequent interactions to the next picture on a slow processor, and prints
 * those of each page visit: the 75th percentile and the slowest.
 */
export async function benchInteractions(): Promise<void> {
  const product = await startDemoProduct('uniform');
  const browser = await chromium.launch(await findBrowser());
  console.log(`\nInteractions with a processor that is ${SLOWDOWN} times slower\n`);
  console.log('| | interactions | p75 ms | slowest ms |\n|---|---:|---:|---:|');
  try {
    for (const interaction of INTERACTIONS) {
      const durations = await measure(browser, product.url, interaction);
      const p75 = durations[Math.floor(durations.length * 0.75)] ?? 0;
      const slowest = durations.at(-1) ?? 0;
      console.log(`| ${interaction.name} | ${durations.length} | ${p75} | ${slowest} |`);
      if (slowest > AIM_MS) process.exitCode = 1;
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}
