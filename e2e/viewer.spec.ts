import path from 'node:path';
import type { Browser, Locator, Page, Request } from '@playwright/test';
import { pressInMenu } from '#e2e/support/keyboard.ts';
import type { Post, PostPage } from '#src/features/content/posts/posts.schema.ts';
import { CAPTION_PREVIEW_LENGTH } from '#src/lib/text.ts';
import { expect, expectAccessible, LONG, test } from './support/test.ts';
import { moveFingers } from './support/touch.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

/** The first matching post of the fan's feed, its index there and among the influencer's posts. */
async function findPost(page: Page, matches: (post: Post) => boolean) {
  const feed = (await (await page.request.get('/api/feed')).json()) as PostPage;
  const index = feed.posts.findIndex(matches);
  const post = feed.posts[index]!;
  const { id } = post.influencer;
  const own = (await (await page.request.get(`/api/influencers/${id}/posts`)).json()) as PostPage;
  const ownIndex = own.posts.findIndex((each) => each.id === post.id);
  return { post, index, ownIndex, address: `/subscriptions/${id}` };
}

const startsWithVideo = ({ media }: Post) => media[0]?.mediaType === 'video';
const startsWithPictures = ({ media }: Post) =>
  media.length > 1 && media.slice(0, 2).every(({ mediaType }) => mediaType === 'image');

async function openVideo(page: Page) {
  const { post, address } = await findPost(page, startsWithVideo);
  await page.goto(`${address}?post=${post.id}`);
  const dialog = page.getByRole('dialog');
  const video = dialog.locator('video');
  const play = () => dialog.getByRole('button', { name: 'Play', exact: true }).click();
  return { dialog, video, play };
}

const secondOf = (video: Locator) =>
  video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
const linesOf = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => Math.min(element.videoWidth, element.videoHeight));

const isVideoSegment = (address: string) => /\/media\/[^/]+\/h\d+\.mp4\?/.test(address);

function collectVideoSegments(page: Page): Request[] {
  const segments: Request[] = [];
  page.on('requestfinished', (request) => {
    if (isVideoSegment(request.url())) segments.push(request);
  });
  return segments;
}

const statusesOf = async (segments: Request[]) =>
  new Set(await Promise.all(segments.map(async (segment) => (await segment.response())!.status())));

/** The statuses of requests by somebody else for these addresses. */
async function asOthers(browser: Browser, baseURL: string | undefined, addresses: string[]) {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const statuses = async () => {
    const received = new Set<number>();
    for (const address of addresses) received.add((await context.request.get(address)).status());
    return received;
  };
  return { context, statuses };
}

test(
  'a fan swipes through a gallery, zooms into a picture and goes back',
  LONG,
  async ({ page, signIn }) => {
    await signIn('fan');
    const { post, index, ownIndex, address } = await findPost(
      page,
      (each) => startsWithPictures(each) && each.caption.length > CAPTION_PREVIEW_LENGTH,
    );
    await page.goto('/my-feed');
    const card = page.getByRole('article').nth(index);
    await expect(card.getByRole('time')).toHaveText(
      /^[A-Z][a-z]{2} \d+, \d{4}( · (Just now|.* ago|Yesterday))?$/,
    );
    await expect(card).not.toContainText(post.caption);
    await card.getByRole('button', { name: 'more' }).click();
    await expect(card).toContainText(post.caption);
    // A tap on the picture opens the post among those of the influencer.
    const shown = card.getByRole('img').first();
    // The link of the card covers the picture.
    await shown.tap({ force: true });
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(`1 / ${post.media.length}`)).toBeVisible();
    await expect(page).toHaveURL(`${address}?post=${post.id}`);
    await page.goBack();
    await expect(page).toHaveURL('/my-feed');
    await page.goForward();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(address);
    const ownCard = page.getByRole('article').nth(ownIndex);
    const opener = ownCard.getByRole('button', { name: 'Open the post' });
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(dialog.getByText(`1 / ${post.media.length}`)).toBeVisible();

    await moveFingers(page, [
      [
        { x: 300, y: 300 },
        { x: 80, y: 310 },
      ],
    ]);
    await expect(dialog.getByText(`2 / ${post.media.length}`)).toBeVisible();
    const picture = dialog.getByRole('img', { name: /^Picture 2 of/ });
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await expectAccessible(page);

    const widthOf = async () => (await picture.boundingBox())!.width;
    const whole = await widthOf();
    await moveFingers(page, [
      [
        { x: 180, y: 290 },
        { x: 60, y: 200 },
      ],
      [
        { x: 210, y: 310 },
        { x: 330, y: 400 },
      ],
    ]);
    await expect.poll(widthOf).toBeGreaterThan(whole * 1.5);

    // While zoomed in, one finger moves the picture instead of swiping.
    await moveFingers(page, [
      [
        { x: 300, y: 300 },
        { x: 120, y: 310 },
      ],
    ]);
    await expect(dialog.getByText(`2 / ${post.media.length}`)).toBeAttached();
    await page.keyboard.press('0');
    await expect.poll(widthOf).toBeCloseTo(whole, 0);
    await page.keyboard.press('Home');
    await expect(dialog.getByText(`1 / ${post.media.length}`)).toBeVisible();

    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(address);
  },
);

test('a fan watches a video by HLS in the chosen quality, and nobody else can load it', async ({
  browser,
  baseURL,
  page,
  signIn,
  newFan,
}) => {
  await signIn('fan');
  const segments = collectVideoSegments(page);
  const { dialog, video, play } = await openVideo(page);
  await play();
  await expect.poll(() => secondOf(video)).toBeGreaterThan(0);
  expect(await statusesOf(segments)).toEqual(new Set([206]));

  const seconds = String.raw`(\d+ minutes?(, )?)?(\d+ seconds?)?`;
  await expect(dialog.getByRole('slider', { name: 'seek' })).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^${seconds} of ${seconds}$`),
  );

  // The quality menu works by keyboard.
  await video.press('k');
  const button = dialog.getByRole('button', { name: 'quality' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('menuitemradio', { name: /^Auto/ })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // A menu that opens again before it has closed would not take the focus.
  await expect(dialog.getByRole('menuitemradio')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await button.press('Enter');
  // The menu takes the focus once it is open, and remembers where the focus was.
  await expect(dialog.getByRole('menuitemradio').first()).toBeFocused();
  await pressInMenu(dialog.getByRole('menuitemradio', { name: '360p', exact: true }));
  await expect(button).toBeFocused();
  await video.press('ArrowLeft');
  await expect.poll(() => secondOf(video)).toBe(0);
  await video.press('k');
  await expect.poll(() => linesOf(video)).toBe(360);

  // The next video starts in the chosen quality.
  const before = segments.length;
  await page.reload();
  await play();
  await expect.poll(() => secondOf(video)).toBeGreaterThan(0);
  const later = segments
    .slice(before)
    .map((segment) => path.basename(new URL(segment.url()).pathname));
  expect(new Set(later)).toEqual(new Set(['h360.mp4']));

  const addresses = [...new Set(segments.map((segment) => segment.url()))];
  const visitor = await asOthers(browser, baseURL, addresses);
  expect(await visitor.statuses()).toEqual(new Set([401]));
  const stranger = await asOthers(browser, baseURL, addresses);
  await stranger.context.request.post('/api/auth/sign-in', { data: await newFan() });
  expect(await stranger.statuses()).toEqual(new Set([403]));
  await Promise.all([visitor.context.close(), stranger.context.close()]);
});

test(
  'a browser without Media Source Extensions plays a video by its own HLS',
  LONG,
  async ({ page, signIn }) => {
    await page.addInitScript(() => {
      for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource']) {
        Object.defineProperty(window, name, { value: undefined });
      }
    });
    await signIn('fan');
    const { video, play } = await openVideo(page);
    await play();
    await expect.poll(() => secondOf(video)).toBeGreaterThan(0);
    await expect(video).toHaveAttribute('src', /\/master\.m3u8\?/);
    await expect(video).toHaveAttribute('playsinline', '');
  },
);

test(
  'a media token that expires during playback is renewed, and the video continues',
  LONG,
  async ({ page, signIn }) => {
    await signIn('fan');
    const { dialog, video, play } = await openVideo(page);
    let refusals = 0;
    // The last segment is requested only during playback, and its first request is rejected.
    await page.route(
      ({ href }) => isVideoSegment(href),
      async (route) => {
        const start = Number(/bytes=(\d+)/.exec(route.request().headers().range ?? '')?.[1] ?? 0);
        if (start < 10_000 || refusals > 0) return route.continue();
        refusals++;
        await expect.poll(() => secondOf(video)).toBeGreaterThan(0);
        return route.fulfill({ status: 403 });
      },
    );
    const renewal = page.waitForResponse(
      (response) => refusals > 0 && /\/api\/influencers\/[^/]+\/posts/.test(response.url()),
    );
    await play();
    expect((await renewal).ok()).toBe(true);
    await expect.poll(() => video.evaluate(({ ended }: HTMLVideoElement) => ended)).toBe(true);
    expect(refusals).toBe(1);
    await expect(dialog.getByText('Failed to load content')).toBeHidden();
  },
);

test(
  'a video shows an error if access is lost, and can be retried',
  LONG,
  async ({ page, signIn }) => {
    await signIn('fan');
    const { dialog, video, play } = await openVideo(page);
    await page.route(/\/media\/[^/]+\/(h\d+|video)\.mp4\?/, (route) =>
      route.fulfill({ status: 404 }),
    );
    await play();
    await expect(dialog.getByText('Failed to load content')).toBeVisible();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await play();
    await expect.poll(() => secondOf(video)).toBeGreaterThan(0);
  },
);

test('a post that is opened by its address counts as viewed', LONG, async ({ page, signIn }) => {
  await signIn('fan');
  const { address } = await findPost(page, startsWithPictures);
  const { posts } = (await (
    await page.request.get(`/api${address.replace('subscriptions', 'influencers')}/posts`)
  ).json()) as PostPage;
  // Far below the screen in the grid behind the viewer.
  const post = posts.at(-1)!;
  const report = page.waitForRequest(
    (request) =>
      request.url().endsWith('/api/posts/views') && request.postData()!.includes(post.id),
  );
  await page.goto(`${address}?post=${post.id}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await report;
});
