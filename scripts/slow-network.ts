import { chromium, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import type { PostPage } from '#src/features/content/posts/posts.schema.ts';
import { findTestBrowser } from '../e2e/support/browser.ts';
import { emulateSlow4G } from '../e2e/support/slow-network.ts';
import { startDemoProduct } from './product.ts';

/** How long someone takes to type; the page loads the files of the feed meanwhile. */
const TYPING_MS = 5_000;
/** How long someone looks at a video's poster before the click on Play. */
const LOOKING_MS = 5_000;

const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1);

/** Signs in after `typingMs`. @returns the time of the click */
async function signIn(page: Page, typingMs: number): Promise<number> {
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('fan@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  const button = page.getByRole('button', { name: 'Sign In', exact: true });
  await button.click({ trial: true });
  await page.waitForTimeout(typingMs);
  const clickedAt = performance.now();
  await button.click();
  await page.locator('main article').first().waitFor({ timeout: 60_000 });
  return clickedAt;
}

async function measureSignIn(page: Page): Promise<string> {
  return secondsSince(await signIn(page, TYPING_MS));
}

async function measureArrival(page: Page): Promise<string> {
  const start = performance.now();
  await signIn(page, 0);
  return secondsSince(start);
}

/** Opens a post with a video and plays it after `lookMs`. */
async function measureVideo(page: Page, lookMs: number): Promise<string> {
  const data = { email: 'fan@demo.test', password: DEMO_PASSWORD };
  await page.request.post('/api/auth/sign-in', { data });
  const feed = (await (await page.request.get('/api/feed')).json()) as PostPage;
  const post = feed.posts.find(({ locked, media }) => !locked && media[0]?.mediaType === 'video')!;
  await page.goto(`/subscriptions/${post.influencer.id}?post=${post.id}`);
  const play = page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true });
  await play.waitFor({ timeout: 60_000 });
  await page.waitForTimeout(lookMs);
  const start = performance.now();
  await play.click();
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
  return secondsSince(start);
}

/** Plays the first video of the feed, in its card. */
async function measureVideoOfFeed(page: Page): Promise<string> {
  await signIn(page, TYPING_MS);
  const play = page.locator('main article').getByRole('button', { name: 'Play', exact: true });
  await play.first().scrollIntoViewIfNeeded({ timeout: 60_000 });
  await page.waitForTimeout(LOOKING_MS);
  const start = performance.now();
  await play.first().click();
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
  return secondsSince(start);
}

const product = await startDemoProduct();
const browser = await chromium.launch(await findTestBrowser());
try {
  console.log('| over Slow 4G | seconds |\n|---|---:|');
  for (const [title, measure] of [
    ['from the click on Sign In to the first post', measureSignIn],
    ['from opening /auth to the first post, without typing', measureArrival],
    [
      'from the click on Play in an opened post to the first moving picture',
      (page: Page) => measureVideo(page, LOOKING_MS),
    ],
    ['the same, in the feed', measureVideoOfFeed],
    [
      'the same, in a post opened by its address and played at once',
      (page: Page) => measureVideo(page, 0),
    ],
  ] as const) {
    const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await emulateSlow4G(page);
    console.log(`| ${title} | ${await measure(page)} |`);
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
