import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeDemoImage } from '#src/demo/media/media.ts';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { expect, expectAccessibleInBothSchemes, LONG, test, toast } from './support/test.ts';

const DAY_MS = 24 * 60 * 60_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const TIME_ZONE = 'Europe/Berlin';

/** A scheduled post of the demo; the next day is in the same week and month. */
async function findScheduledPost(page: Page): Promise<StudioPost> {
  const response = await page.request.get('/api/posts?state=scheduled&sort=oldest');
  const { posts } = (await response.json()) as { posts: StudioPost[] };
  return posts.find(({ publishAt, timeZone }) => {
    const [at, next] = [0, DAY_MS].map((after) => new Date(Date.parse(publishAt!) + after));
    const isSoon = at!.getTime() < Date.now() + DAY_MS / 2;
    const isTogether = at!.getUTCDay() < 6 && at!.getUTCMonth() === next!.getUTCMonth();
    return timeZone === TIME_ZONE && !isSoon && isTogether;
  })!;
}

test.use({ timezoneId: TIME_ZONE });

test('a scheduled post is moved in the calendar and back by keyboard alone', async ({
  page,
  signIn,
}) => {
  await signIn('staff');
  const { publishAt, influencer } = await findScheduledPost(page);
  const at = Date.parse(publishAt!);
  const [day, next] = [dayOf(at), dayOf(at + DAY_MS)];
  await page.goto(`/content/calendar?view=week&day=${day}&influencerId=${influencer!.id}`);
  const onDay = (of: string) =>
    page.locator(`[data-day="${of}"]`).getByRole('link', { name: 'Scheduled' });
  await expect(onDay(day)).toHaveCount(1);
  await expect(onDay(next)).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);

  await onDay(day).focus();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  const date = dialog.getByRole('button', { name: 'Date and time' });
  await expect(date).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await date.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(`^${Number(day.slice(8))} `) }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(date).toBeFocused();
  await page.keyboard.press('Control+Enter');

  const moved = toast(page, 'Post moved');
  await expect(moved).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(onDay(next)).toBeFocused();
  await expect(onDay(day)).toHaveCount(0);

  await moved.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(toast(page, 'Post moved back')).toBeVisible();
  await expect(onDay(day)).toBeFocused();
  await expect(onDay(next)).toHaveCount(0);
});

test('many files become drafts at a rhythm after a review', LONG, async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/content/plan');
  const names = ['first.jpg', 'second.jpg'];
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(await makeDemoImage({ seed: name, kind: 'portrait' })),
    })),
  );
  await page.getByTestId('file-chooser').setInputFiles(files);
  await page.getByRole('combobox', { name: 'Influencer' }).fill('Pippa');
  const found = page.getByRole('listbox', { name: 'Influencer' }).getByRole('option');
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(page.getByRole('combobox', { name: 'Category' })).not.toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Use of AI' })).toHaveValue('');
  await page.getByRole('combobox', { name: 'How often' }).click();
  await page.getByRole('option', { name: 'Every week' }).click();
  const caption = `Plan ${randomUUID()}`;
  await page.getByLabel('Caption of first.jpg').fill(caption);
  await expect(page.getByText('2 of 2 uploaded')).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  // Nothing is created as long as a caption is missing.
  await page.getByRole('button', { name: 'Schedule 2 posts' }).click();
  await expect(page.getByText('Every scheduled post needs a caption')).toBeVisible();
  const times = page.getByRole('list', { name: 'Posts to create' }).getByRole('time');
  await expect(times).toHaveCount(2);
  const [first, second] = await times.evaluateAll((all) =>
    all.map((time) => Date.parse(time.getAttribute('datetime')!)),
  );
  expect(second! - first!).toBe(7 * DAY_MS);
  await page.getByRole('button', { name: 'Create 2 drafts' }).click();
  await expect(toast(page, '2 posts saved as drafts')).toBeVisible();
  await page.waitForURL('**/content/calendar?*');
  await page.getByText('Week', { exact: true }).click();
  await expect(page.getByRole('link', { name: caption })).toBeVisible();
});
