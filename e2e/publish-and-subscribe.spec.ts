import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { makeDemoVideo, makeDemoImage } from '#src/demo/media/media.ts';
import { expect, expectAccessible, test, toast } from './support/test.ts';

const INFLUENCER = { name: 'Pippa Marrowstone', url: 'pippa-marrowstone' };
const PASSWORD = 'a-long-evening';

/** Staff publish a post with two real pictures and a real video. */
async function publish(page: Page, caption: string): Promise<void> {
  await page.goto('/content');
  await page.getByRole('link', { name: 'New Post' }).first().click();
  await page.locator('input[type="file"]').setInputFiles([
    {
      name: 'evening.jpg',
      mimeType: 'image/jpeg',
      buffer: await makeDemoImage({ seed: caption, kind: 'portrait' }),
    },
    {
      name: 'night.jpg',
      mimeType: 'image/jpeg',
      buffer: await makeDemoImage({ seed: `${caption}, later`, kind: 'landscape' }),
    },
    {
      name: 'evening.mp4',
      mimeType: 'video/mp4',
      buffer: await makeDemoVideo({ seed: caption, seconds: 2 }),
    },
  ]);
  await page.getByLabel('Caption').fill(caption);
  await page.getByRole('combobox', { name: 'Category' }).fill('Beauty');
  await page.getByRole('option', { name: 'Beauty' }).click();
  await page.getByRole('combobox', { name: 'Influencer' }).fill('Pippa');
  await page.getByRole('option', { name: INFLUENCER.name }).click();
  await expect(page.getByText('3 of 3 uploaded')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Create Post' }).click();
  await expect(toast(page, 'Success')).toContainText('Post created successfully');
  await page.waitForURL('**/content');
  // The post is published automatically when its files are ready.
  const post = page.getByRole('article').filter({ hasText: caption });
  await expect(post).toBeVisible();
  await expect(post.getByText(/Processing|Publishing/)).toHaveCount(0, { timeout: 60_000 });
}

/** A fan comes from the influencer's page and signs up. */
async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`/subscribe?influencer=${INFLUENCER.url}`);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please select your gender')).toBeVisible();
  await page.getByText('Female', { exact: true }).click();
  await page.getByText('Bisexual', { exact: true }).click();
  await page.getByLabel('Date of birth').fill('1991-03-08');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Beauty', { exact: true }).click();
  await expect(page.getByText('Selected: 1/5')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Account Created Successfully!')).toBeVisible();
  await page.waitForURL('**/auth');
}

async function signIn(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Collects every media address that the fan's page requests, and those of all other sizes. */
function collectMediaAddresses(page: Page): Set<string> {
  const addresses = new Set<string>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/media/')) return;
    const file = pathname.slice(0, pathname.lastIndexOf('/'));
    for (const size of ['original', 'w320', 'w640', 'w960', 'w1280', 'w1920']) {
      addresses.add(`${file}/${size}${search}`);
    }
    addresses.add(pathname + search);
  });
  return addresses;
}

async function statusesOf(request: APIRequestContext, addresses: Iterable<string>) {
  const statuses = new Set<number>();
  for (const address of addresses) statuses.add((await request.get(address)).status());
  return statuses;
}

async function freshContext(browser: Browser, baseURL: string | undefined) {
  return browser.newContext(baseURL ? { baseURL } : {});
}

test('staff publish a post, a new fan subscribes and views it, and nobody else can load its files', async ({
  browser,
  baseURL,
  page,
  signIn: signInAs,
  newFan,
}) => {
  test.setTimeout(180_000);
  const caption = `An evening by the window ${randomUUID().slice(0, 8)}`;

  await signInAs('staff');
  await publish(page, caption);

  const fanContext = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    ...(baseURL && { baseURL }),
  });
  const fan = await fanContext.newPage();
  const mediaAddresses = collectMediaAddresses(fan);
  const email = `journey-${randomUUID()}@example.test`;
  await signUp(fan, email);

  // The marketplace highlights the influencer from whose page the fan came.
  await signIn(fan, email);
  await fan.waitForURL('**/marketplace?highlight=*');
  const card = fan.getByRole('article').filter({ hasText: INFLUENCER.name });
  await expect(card).toBeVisible();

  // Before payment the post is locked and contains no media addresses.
  await fan.goto('/my-feed?tab=public');
  const locked = fan.getByRole('article').filter({ hasText: caption });
  await expect(locked.getByText(/Subscribe to view/)).toBeVisible();
  expect(await locked.innerHTML()).not.toContain('/media/');

  await locked.getByRole('link', { name: 'Subscribe Now' }).click();
  await fan.waitForURL(`**/marketplace/subscribe/${INFLUENCER.url}`);
  await fan.getByRole('button', { name: /Subscribe/ }).click();
  await expect(fan.getByText('TEST MODE')).toBeVisible();

  await fan.getByText('4000 0000 0000 0002').click();
  await fan.getByRole('button', { name: /^Pay/ }).click();
  await expect(fan.getByRole('alert')).toContainText('declined');
  await fan.getByText('4242 4242 4242 4242').click();
  await fan.getByRole('button', { name: /^Pay/ }).click();
  await fan.waitForURL('**/my-subscriptions**');
  await expect(fan.getByRole('article').filter({ hasText: INFLUENCER.name })).toBeVisible();

  mediaAddresses.clear();
  await fan.goto('/my-feed');
  const post = fan.getByRole('article').filter({ hasText: caption });
  await expect(post).toBeVisible();
  await expect(post.getByText('1 / 3')).toBeVisible();
  await expect
    .poll(() =>
      post
        .locator('img')
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  await expectAccessible(fan);

  // The third file is the video, which plays.
  for (let i = 0; i < 2; i++) await post.getByRole('button', { name: 'Next' }).click();
  await post.getByRole('button', { name: 'Play' }).click();
  await expect
    .poll(() => post.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);

  await post.getByRole('link').first().click();
  await fan.waitForURL('**/subscriptions/*');
  await expect(fan.getByText(caption).first()).toBeVisible();
  expect(mediaAddresses.size).toBeGreaterThan(0);
  // Fans receive renditions of pictures and videos, never the originals.
  const originals = [...mediaAddresses].filter((address) => address.includes('/original'));
  expect(await statusesOf(fanContext.request, originals)).toEqual(new Set([404]));
  expect([...mediaAddresses].some((address) => /\/h\d+\.mp4/.test(address))).toBe(true);

  const visitor = await freshContext(browser, baseURL);
  expect(await statusesOf(visitor.request, mediaAddresses)).toEqual(new Set([401]));

  const stranger = await freshContext(browser, baseURL);
  const credentials = await newFan();
  await stranger.request.post('/api/auth/sign-in', { data: credentials });
  const strangerStatuses = await statusesOf(stranger.request, mediaAddresses);
  expect([...strangerStatuses].every((status) => [401, 403, 404].includes(status))).toBe(true);

  // After cancelling, the paid period remains and its end is shown.
  await fan.goto('/my-subscriptions');
  const own = fan.getByRole('article').filter({ hasText: INFLUENCER.name });
  await own.getByRole('button', { name: /Cancel/ }).click();
  await fan
    .getByRole('dialog')
    .getByRole('button', { name: /Cancel Subscription/i })
    .click();
  await expect(own.getByText(/cancels on/i)).toBeVisible();
  // The button that replaces the clicked one has the focus.
  await expect(own.getByRole('button', { name: 'Keep Subscription' })).toBeFocused();

  // In the back office the fan counts as one view.
  await page.goto('/content');
  const published = page.getByRole('article').filter({ hasText: caption });
  await expect(published.getByText('1 view')).toBeVisible();
  await Promise.all([fanContext.close(), visitor.close(), stranger.close()]);
});
