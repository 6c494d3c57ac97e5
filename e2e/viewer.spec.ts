import path from 'node:path';
import type { Browser, CDPSession, Locator, Page, Request } from '@playwright/test';
import type { Post, PostPage } from '#src/features/content/posts/posts.schema.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  // What it asks for could not be refused here.
  serviceWorkers: 'block',
});

type Point = { x: number; y: number };

/** Fingers on the glass: each moves from its first point to its second. */
async function move(page: Page, fingers: [from: Point, to: Point][], steps = 8): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const at = (share: number) =>
    fingers.map(([from, to], id) => ({
      id,
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    }));
  await touch('touchStart', at(0));
  for (let step = 1; step <= steps; step++) await touch('touchMove', at(step / steps));
  await touch('touchEnd', []);
  await session.detach();
}

/** The first post of the fan's feed whose files are such, and its place at its influencer. */
async function findPost(page: Page, fits: (post: Post) => boolean) {
  const feed = (await (await page.request.get('/api/feed')).json()) as PostPage;
  const post = feed.posts.find(fits)!;
  const { id } = post.influencer;
  const own = (await (await page.request.get(`/api/influencers/${id}/posts`)).json()) as PostPage;
  const place = own.posts.findIndex((each) => each.id === post.id);
  return { post, place, address: `/subscriptions/${id}` };
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
  video.evaluate((film: HTMLVideoElement) => Math.min(film.videoWidth, film.videoHeight));

const isFilmPart = (address: string) => /\/media\/[^/]+\/h\d+\.mp4\?/.test(address);

function collectFilmParts(page: Page): Request[] {
  const parts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (isFilmPart(request.url())) parts.push(request);
  });
  return parts;
}

const statusesOf = async (parts: Request[]) =>
  new Set(await Promise.all(parts.map(async (part) => (await part.response())!.status())));

/** What others are answered at these addresses. */
async function asOthers(browser: Browser, baseURL: string | undefined, addresses: string[]) {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const statuses = async () => {
    const found = new Set<number>();
    for (const address of addresses) found.add((await context.request.get(address)).status());
    return found;
  };
  return { context, statuses };
}

test('a fan swipes through a gallery, pinches a picture large and goes back', async ({
  page,
  signIn,
}) => {
  await signIn('fan');
  const { post, place, address } = await findPost(page, startsWithPictures);
  await page.goto(address);
  await page.getByRole('article').nth(place).getByRole('button', { name: 'Open the post' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`1 / ${post.media.length}`)).toBeVisible();

  await move(page, [
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
  await move(page, [
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

  // While it is large, one finger moves the picture and turns no page.
  await move(page, [
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
});

test('a fan watches a video by HLS in the chosen quality, and nobody else gets a byte', async ({
  browser,
  baseURL,
  page,
  signIn,
  newFan,
}) => {
  await signIn('fan');
  const parts = collectFilmParts(page);
  const { dialog, video, play } = await openVideo(page);
  await play();
  await expect.poll(() => secondOf(video)).toBeGreaterThan(0);
  expect(await statusesOf(parts)).toEqual(new Set([206]));

  // By keyboard alone, from the player's button for the quality.
  await video.press('k');
  const button = dialog.getByRole('button', { name: 'quality' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('menuitemradio', { name: /^Auto/ })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await button.press('Enter');
  await dialog.getByRole('menuitemradio', { name: '360p' }).press('Enter');
  await expect(button).toBeFocused();
  await video.press('ArrowLeft');
  await expect.poll(() => secondOf(video)).toBe(0);
  await video.press('k');
  await expect.poll(() => linesOf(video)).toBe(360);

  // The next video begins with it.
  const before = parts.length;
  await page.reload();
  await play();
  await expect.poll(() => secondOf(video)).toBeGreaterThan(0);
  const later = parts.slice(before).map((part) => path.basename(new URL(part.url()).pathname));
  expect(new Set(later)).toEqual(new Set(['h360.mp4']));

  const addresses = [...new Set(parts.map((part) => part.url()))];
  const visitor = await asOthers(browser, baseURL, addresses);
  expect(await visitor.statuses()).toEqual(new Set([401]));
  const stranger = await asOthers(browser, baseURL, addresses);
  await stranger.context.request.post('/api/auth/sign-in', { data: await newFan() });
  expect(await stranger.statuses()).toEqual(new Set([403]));
  await Promise.all([visitor.context.close(), stranger.context.close()]);
});

test('a pass that runs out while a video plays is renewed, and the video goes on', async ({
  page,
  signIn,
}) => {
  await signIn('fan');
  const { dialog, video, play } = await openVideo(page);
  let refusals = 0;
  // The last part of the film comes only while the first is shown, and is refused once.
  await page.route(
    ({ href }) => isFilmPart(href),
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
});

test('a video says so when viewing is no longer granted, and can be tried again', async ({
  page,
  signIn,
}) => {
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
});
