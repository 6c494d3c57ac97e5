import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { makeDemoVideo, makeDemoImage } from '#src/demo/media/media.ts';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { chooseInfluencer, expect, expectAccessible, test, toast } from './support/test.ts';

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
  await chooseInfluencer(
    page.getByRole('combobox', { name: 'Influencer' }),
    'Pippa',
    INFLUENCER.name,
  );
  await page.getByRole('combobox', { name: 'Use of AI' }).click();
  await page.getByRole('option', { name: 'No AI' }).click();
  await expect(page.getByText('3 of 3 uploaded')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Create Post' }).click();
  await expect(toast(page, 'Success')).toContainText('Post created successfully');
  await page.waitForURL('**/content');
  // The post is published automatically when its files are ready.
  const post = page.getByRole('article').filter({ hasText: caption });
  await expect(post).toBeVisible();
  await expect(post.getByText(/Processing|Publishing/)).toHaveCount(0, { timeout: 60_000 });
}

/** A visitor taps SUBSCRIBE NOW and pays, in five screens until the first post. */
async function subscribeInFiveScreens(page: Page): Promise<void> {
  const screens: string[] = [];
  const arriveAt = async (name: string) => {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    screens.push(name);
  };
  await page.goto(`/${INFLUENCER.url}`);
  await page.getByRole('banner').getByRole('link', { name: 'SUBSCRIBE NOW' }).click();

  await arriveAt('First, a little about you');
  await expect(page.getByRole('status')).toHaveText(
    /^You’re joining Pippa\sMarrowstone\s·\s\$\d+\.\d\d\sa\smonth$/,
  );
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please select your gender')).toBeVisible();
  await page.getByText('Female', { exact: true }).click();
  await page.getByText('Prefer not to say').nth(1).click();
  await page.getByLabel('Date of birth').fill('1991-03-08');
  await page.getByRole('button', { name: 'Next' }).click();

  await arriveAt('What do you like?');
  await page.getByText('Beauty', { exact: true }).click();
  await expect(page.getByText('Selected: 1/5')).toBeVisible();
  await page.getByRole('checkbox', { name: /^I agree that Velvet Rope stores/ }).check();
  await page.getByRole('button', { name: 'Next' }).click();

  await arriveAt('Create your login');
  await page.getByLabel('Email').fill(`journey-${randomUUID()}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();

  await page.waitForURL(`**/marketplace/subscribe/${INFLUENCER.url}`);
  await arriveAt(INFLUENCER.name);
  await expect(toast(page, 'Account Created Successfully!')).toBeVisible();
  const subscribe = page.getByRole('button', { name: /^Subscribe · \$\d+\.\d\d\/month$/ });
  const country = page.getByLabel('Country where you live');
  await country.waitFor();
  await subscribe.click();
  await expect(page.getByRole('alert')).toHaveText('Choose the country where you live');
  await country.selectOption('Netherlands');
  await subscribe.click();

  await arriveAt(`Subscribe to ${INFLUENCER.name}`);
  await expect(page.getByText('TEST MODE')).toBeVisible();
  await page.getByText('4000 0000 0000 0002').click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('alert')).toContainText('declined');
  await page.getByText('4242 4242 4242 4242').click();
  await page.getByRole('button', { name: /^Pay/ }).click();

  await page.waitForURL('**/subscriptions/*');
  await expect(page.getByText('You’re in. Enjoy.')).toBeVisible();
  expect(screens).toHaveLength(5);
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
  await fanContext.addCookies([{ name: AGE_COOKIE, value: AGE_CONFIRMED, url: baseURL! }]);
  const fan = await fanContext.newPage();
  const mediaAddresses = collectMediaAddresses(fan);
  await subscribeInFiveScreens(fan);
  await expect(fan.getByRole('article').filter({ hasText: caption })).toBeVisible();
  await fan.goto(`/${INFLUENCER.url}`);
  await expect(fan.getByRole('banner').getByRole('link', { name: 'View Content' })).toBeVisible();
  await expect(fan.getByText('SUBSCRIBE NOW')).toHaveCount(0);

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

  // Half of the post has to be on the screen to count as viewed.
  await post.evaluate((element) => element.scrollIntoView({ block: 'center' }));
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
  // Without a subscription the post is locked and contains no media addresses.
  const strangersPage = await stranger.newPage();
  await strangersPage.goto('/my-feed?tab=public');
  const locked = strangersPage.getByRole('article').filter({ hasText: caption });
  await expect(locked.getByText(/Subscribe to view/)).toBeVisible();
  expect(await locked.innerHTML()).not.toContain('/media/');
  await expect(locked.getByRole('link', { name: 'Subscribe Now' })).toHaveAttribute(
    'href',
    `/marketplace/subscribe/${INFLUENCER.url}`,
  );
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
