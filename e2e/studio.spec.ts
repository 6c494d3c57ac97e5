import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { makeDemoVideo, makeDemoImage } from '#src/demo/media/media.ts';
import { chooseInfluencer, expect, expectAccessible, LONG, test, toast } from './support/test.ts';

const MEGABYTE = 1_000_000;

let folder: string;
/** Files on disk, because an upload can only be resumed with a stable path and date. */
const files = { first: '', second: '', video: '', text: '', drawing: '' };

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'velvet-rope-studio-'));
  const store = async (name: string, bytes: Uint8Array | string) => {
    await writeFile(path.join(folder, name), bytes);
    return path.join(folder, name);
  };
  const video = await makeDemoVideo({ seed: 'studio', seconds: 1 });
  // Padding in a box that players skip makes the upload slow enough to observe.
  const padding = Buffer.alloc(6 * MEGABYTE);
  padding.writeUInt32BE(padding.length, 0);
  padding.write('free', 4, 'latin1');
  files.first = await store('first.jpg', await makeDemoImage({ seed: 'a', kind: 'portrait' }));
  files.second = await store('second.jpg', await makeDemoImage({ seed: 'b', kind: 'portrait' }));
  files.video = await store('evening.mp4', Buffer.concat([video, padding]));
  files.drawing = await store('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  files.text = await store('words.jpg', 'This is no picture, whatever its name says. '.repeat(99));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const newCaption = () => `Studio ${randomUUID().slice(0, 8)}`;
const chooser = (page: Page) => page.locator('input[type="file"]');
const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem', { name, exact: true });
const namesOf = (page: Page) =>
  page
    .getByRole('list', { name: 'Files' })
    .getByRole('listitem')
    .evaluateAll((tiles) => tiles.map((each) => each.getAttribute('aria-label')));
const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true });
const card = (page: Page, caption: string): Locator =>
  page.getByRole('article').filter({ hasText: caption });

async function fillIn(page: Page, caption: string): Promise<void> {
  await page.getByLabel('Caption').fill(caption);
  await page.getByRole('combobox', { name: 'Category' }).fill('Beauty');
  await page.getByRole('option', { name: 'Beauty' }).click();
  const influencer = page.getByRole('combobox', { name: 'Influencer' });
  await chooseInfluencer(influencer, 'Pippa', 'Pippa Marrowstone');
  await page.getByRole('combobox', { name: 'Use of AI' }).click();
  await page.getByRole('option', { name: 'No AI' }).click();
}

/** Limits the upload speed of the page; 0 removes the limit. */
async function limitUploadSpeed(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond || -1,
  });
}

test('a draft survives closing its tab and can be reordered, scheduled, edited and deleted', async ({
  page,
  signIn,
  context,
}) => {
  test.setTimeout(300_000);
  const caption = newCaption();
  await signIn('staff');
  await page.goto('/content/new');
  await chooser(page).setInputFiles([files.first, files.second]);
  await page.getByLabel('Caption').fill(caption);
  await expect(page.getByText('2 of 2 uploaded')).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await page.waitForURL('**/content/new?draft=*');
  // The keyboard hint of a desktop leaves the buttons in one row.
  await page.setViewportSize({ width: 1280, height: 900 });
  const buttons = page
    .getByRole('button', { name: 'Create Post' })
    .or(page.getByRole('button', { name: 'Save Draft' }));
  await expect(buttons).toHaveCount(2);
  const topsOf = (all: Element[]) => all.map((each) => each.getBoundingClientRect().top);
  await expect.poll(async () => new Set(await buttons.evaluateAll(topsOf)).size).toBe(1);
  await page.close();

  const later = await context.newPage();
  await later.goto('/content?state=draft');
  await expect(card(later, caption).getByText('Draft', { exact: true })).toBeVisible();
  await card(later, caption).getByRole('link', { name: 'Edit' }).click();
  await later.waitForURL('**/content/new?draft=*');
  await expect(later.getByLabel('Caption')).toHaveValue(caption);
  await expect.poll(() => namesOf(later)).toEqual(['first.jpg', 'second.jpg']);
  await expect(tile(later, 'second.jpg').getByText('Ready')).toBeVisible({ timeout: 30_000 });

  const handle = later.getByRole('button', { name: 'Reorder first.jpg, position 1' });
  await handle.focus();
  await handle.press('Space');
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  await later.keyboard.press('ArrowRight');
  await expect(later.getByText('Over position 2 of 2')).toBeAttached();
  await later.keyboard.press('Space');
  await expect(later.getByText('Moved first.jpg to position 2 of 2')).toBeAttached();
  await expect.poll(() => namesOf(later)).toEqual(['second.jpg', 'first.jpg']);
  const moved = later.getByRole('button', { name: 'Reorder first.jpg, position 2' });
  await expect(moved).toHaveAttribute('aria-pressed', 'false');
  await expect(moved).toBeFocused();

  // A removed file returns to its position.
  await later.getByRole('button', { name: 'Remove second.jpg' }).click();
  await expect.poll(() => namesOf(later)).toEqual(['first.jpg']);
  await expect(saved(later)).toBeVisible();
  await toast(later, 'File removed').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => namesOf(later)).toEqual(['second.jpg', 'first.jpg']);

  await fillIn(later, caption);
  await expect(
    later.getByRole('complementary', { name: 'Preview' }).getByText(caption),
  ).toBeVisible();
  await expect(saved(later)).toBeVisible();
  await expectAccessible(later);

  await later.getByText('Schedule', { exact: true }).click();
  await later.getByRole('button', { name: 'Create Post' }).click();
  await expect(toast(later, 'Validation Error')).toContainText('Choose a time');
  await later.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await later.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await later.getByRole('button', { name: 'Date and time' }).click();
  await later.getByRole('button', { name: 'Next month' }).click();
  await later.getByRole('button', { name: /^15 / }).click();
  await expectAccessible(later);
  await later.getByRole('button', { name: 'Done' }).click();
  await expect(later.getByText(/^Publishes .* GMT\+9/)).toBeVisible();
  await expectAccessible(later);
  await later.getByRole('button', { name: 'Create Post' }).click();
  await expect(toast(later, 'Post created successfully')).toBeVisible();
  await later.waitForURL('**/content');
  await expect(card(later, caption).getByText(/^Scheduled \w+ \d/)).toBeVisible();

  await later.goto('/content?state=scheduled');
  await card(later, caption).getByRole('link', { name: 'Edit' }).click();
  await later.waitForURL('**/content/edit/*');
  await expect.poll(() => namesOf(later)).toEqual(['second.jpg', 'first.jpg']);
  await expectAccessible(later);
  // What ends the schedule needs a confirmation.
  for (const [step, title] of [
    ['Publish now', 'Publish this post now?'],
    ['Back to draft', 'Turn this post into a draft?'],
  ] as const) {
    await later.getByRole('button', { name: step }).click();
    const confirmation = later.getByRole('dialog', { name: title });
    await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await later.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
  }
  // The files of a scheduled post can still be changed.
  await later.getByRole('button', { name: 'Remove second.jpg' }).click();
  await expect.poll(() => namesOf(later)).toEqual(['first.jpg']);
  await later.getByLabel('Caption').fill(`${caption}, changed`);
  await later.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(later, 'Post updated successfully')).toBeVisible();
  await later.waitForURL('**/content');
  const changed = card(later, `${caption}, changed`);
  await expect(changed.getByRole('img', { name: 'Picture' })).toHaveCount(1);
  await expectAccessible(later);

  await changed.getByRole('button', { name: 'Delete' }).click();
  const dialog = later.getByRole('dialog');
  await expect(dialog).toContainText(
    'Are you sure you want to delete this post? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(later, 'Post deleted successfully')).toBeVisible();
  await expect(changed).toHaveCount(0);
});

test(
  'a video upload can be paused, resumed, and continued after a reload',
  LONG,
  async ({ page, signIn }) => {
    test.setTimeout(300_000);
    await signIn('staff');
    await page.goto('/content/new');
    await expect(page.getByRole('heading', { name: 'New Post' })).toBeVisible();
    await limitUploadSpeed(page, MEGABYTE);
    await chooser(page).setInputFiles(files.video);
    const video = tile(page, 'evening.mp4');
    await expect(video.getByText(/\/s · \d+ s left/)).toBeVisible();
    await video.getByRole('button', { name: 'Pause evening.mp4' }).click();
    await expect(video.getByText(/^Paused at \d+%$/)).toBeVisible();
    await page.getByRole('button', { name: 'Create Post' }).click();
    await expect(toast(page, 'Validation Error')).toContainText(
      'Resume or remove the files that are paused',
    );
    await video.getByRole('button', { name: 'Resume evening.mp4' }).click();
    await expect(video.getByText(/\/s · \d+ s left/)).toBeVisible();

    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    const halfSent = tile(page, 'evening.mp4').getByText(
      /% uploaded. Choose the file again to continue/,
    );
    await expect(halfSent).toBeVisible();
    const percent = Number(/\d+/.exec((await halfSent.textContent())!)![0]);
    expect(percent).toBeGreaterThan(0);
    await expectAccessible(page);

    await limitUploadSpeed(page, 0);
    const offsets: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '');
    });
    await chooser(page).setInputFiles(files.video);
    await expect(page.getByText('1 of 1 uploaded')).toBeVisible();
    expect(Number(offsets[0])).toBeGreaterThan(0);
    await expect(tile(page, 'evening.mp4').getByText('Ready')).toBeVisible({ timeout: 60_000 });
  },
);

test(
  'two tabs with the same draft do not overwrite each other without a confirmation',
  LONG,
  async ({ page, signIn, context }) => {
    const caption = newCaption();
    await signIn('staff');
    await page.goto('/content/new');
    await page.getByLabel('Caption').fill(caption);
    await page.waitForURL('**/content/new?draft=*');
    await expect(saved(page)).toBeVisible();

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByLabel('Caption')).toHaveValue(caption);
    await other.getByLabel('Caption').fill(`${caption}, the other`);
    await other.getByRole('button', { name: 'Save Draft' }).click();
    await expect(toast(other, 'Draft saved')).toBeVisible();

    await page.getByLabel('Caption').fill(`${caption}, mine`);
    const choice = page.getByRole('dialog', { name: 'This draft has changed since you opened it' });
    await expect(choice.getByRole('region', { name: 'Yours' })).toContainText(`${caption}, mine`);
    await expect(choice.getByRole('region', { name: 'The other' })).toContainText('the other');
    await expectAccessible(page);
    await choice.getByRole('button', { name: 'Keep mine' }).click();
    await expect(saved(page)).toBeVisible();
    await expect(page.getByLabel('Caption')).toHaveValue(`${caption}, mine`);

    await other.getByLabel('Caption').fill(`${caption}, again`);
    await other.getByRole('button', { name: 'Load the other version' }).click();
    await expect(other.getByLabel('Caption')).toHaveValue(`${caption}, mine`);
    await expect(saved(other)).toBeVisible();
  },
);

test('the content of a file decides its type, not its name', LONG, async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/content/new');
  await chooser(page).setInputFiles([files.text, files.drawing, files.first]);
  const errors = page.getByRole('alert').filter({ hasText: 'File Validation Errors' });
  await expect(errors).toContainText('drawing.svg: Unsupported file type');
  await expect(errors).toContainText('words.jpg: Unsupported file type');
  await expect(toast(page, 'Upload Failed')).toContainText(
    'Failed to upload words.jpg: Unsupported file type',
  );
  await expect.poll(() => namesOf(page)).toEqual(['first.jpg']);
  await expect(page.getByText('1 of 1 uploaded')).toBeVisible();
});
