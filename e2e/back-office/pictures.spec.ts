import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, expectAccessible, LONG, test, toast } from '#e2e/support/test.ts';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';

const ADDRESS = '/zephyrine-holt-amari';

async function influencerId(page: Page): Promise<string> {
  const response = await page.request.get('/api/influencers/options?search=Zephyrine');
  const { options } = (await response.json()) as { options: { id: string; fullName: string }[] };
  return options.find(({ fullName }) => fullName === 'Zephyrine Holt-Amari')!.id;
}

async function openPictures(page: Page, tab = 'my-page'): Promise<void> {
  await page.goto(`/influencers/edit/${await influencerId(page)}?tab=${tab}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zephyrine Holt-Amari');
}

async function picture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 900, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Removes pictures that an aborted run left behind. */
async function removeAllButFirst(page: Page, slot: string): Promise<void> {
  const address = `/api/influencers/${await influencerId(page)}/page-images`;
  const { images } = await (await page.request.get(address)).json();
  for (const image of images[slot].slice(1)) {
    await page.request.delete(`${address}/${slot}`, { params: { image } });
  }
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
/** Picture addresses without the size, because pages request different sizes. */
const stems = (sources: (string | null)[]) =>
  sources.map((src) => src?.replace(/\.w\d+\.webp$/, ''));
const picturesOf = async (page: Page, name: string) =>
  stems(
    await section(page, name)
      .locator('li img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src'))),
  );
/** The pictures in the section "Why sign up" of the public page. */
async function publicPictures(visitor: Page) {
  await visitor.goto(ADDRESS);
  return picturesOf(visitor, 'Why sign up');
}

test(
  'staff add, reorder and remove pictures, and visitors see the change immediately',
  LONG,
  async ({ page, signIn, browser, baseURL }) => {
    const visitor = await browser.newPage({ baseURL });
    const confirmed = { name: AGE_COOKIE, value: AGE_CONFIRMED, url: baseURL! };
    await visitor.context().addCookies([confirmed]);
    await signIn('staff');
    await removeAllButFirst(page, 'why-signup');
    await openPictures(page);
    const why = section(page, 'Why sign up');
    await expect(why.getByText('1 of 4')).toBeVisible();
    const [first] = await picturesOf(page, 'Why sign up');

    await why
      .getByLabel('Why sign up', { exact: true })
      .setInputFiles([await picture('blue.jpg', '#203a6b'), await picture('red.jpg', '#7c2530')]);
    await expect(why.getByText('3 of 4')).toBeVisible();
    await expect(why.getByRole('progressbar')).toHaveCount(0);
    const [, blue, red] = await picturesOf(page, 'Why sign up');
    // The order is that of the selection, regardless of the file sizes.
    expect(blue).toMatch(/-900x900-2/);
    expect(red).toMatch(/-900x900-7/);
    await expect.poll(() => publicPictures(visitor)).toEqual([first, blue, red]);

    await why.getByRole('button', { name: 'Move picture 3 of Why sign up earlier' }).focus();
    await page.keyboard.press('Enter');
    await expect(why.getByText('Moved to position 2 of 3')).toBeAttached();
    await expect(
      why.getByRole('button', { name: 'Move picture 2 of Why sign up earlier' }),
    ).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => publicPictures(visitor)).toEqual([red, first, blue]);
    await expect(
      why.getByRole('button', { name: 'Move picture 1 of Why sign up later' }),
    ).toBeFocused();

    await why.getByRole('button', { name: 'Reorder picture 1 of Why sign up' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Picked up at position 1')).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Over position 2')).toBeAttached();
    await page.keyboard.press('Space');
    await expect.poll(() => publicPictures(visitor)).toEqual([first, red, blue]);
    await expectAccessible(page);

    for (const rest of [[first, blue], [first]]) {
      await why.getByRole('button', { name: 'Remove picture 2 of Why sign up' }).click();
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(toast(page, 'Image removed successfully').first()).toBeVisible();
      await expect.poll(() => publicPictures(visitor)).toEqual(rest);
      await expect(why.getByRole('heading', { name: 'Why sign up' })).toBeFocused();
    }
  },
);

test('a picture can be moved by dragging', LONG, async ({ page, signIn }) => {
  await signIn('staff');
  await openPictures(page);
  const peek = section(page, 'Sneak peek');
  const handle = (position: number) =>
    peek.getByRole('button', { name: `Reorder picture ${position} of Sneak peek` });
  await expect(handle(2)).toBeVisible();
  const [a, b, ...others] = await picturesOf(page, 'Sneak peek');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await handle(1).dragTo(handle(2), { steps: 12 });
  expect((await saved).status()).toBe(200);
  await expect.poll(() => picturesOf(page, 'Sneak peek')).toEqual([b, a, ...others]);
  await page.reload();
  await expect.poll(() => picturesOf(page, 'Sneak peek')).toEqual([b, a, ...others]);
});

test(
  'files that are not pictures are rejected with a reason, and uploads can be retried',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    await openPictures(page);
    const about = section(page, 'About');
    const chooser = about.getByLabel('About', { exact: true });
    const before = await picturesOf(page, 'About');
    const buffer = Buffer.from('not a picture');
    const large = {
      ...(await picture('large.jpg', '#000000')),
      buffer: Buffer.alloc(5 * 1024 ** 2 + 1),
    };
    await chooser.setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer }, large]);
    const errors = about.getByRole('alert', { name: 'File Validation Errors' });
    await expect(errors).toContainText('notes.txt is not a valid image file');
    await expect(errors).toContainText('large.jpg is too large. Maximum size is 5MB');
    await errors.getByRole('button', { name: 'Dismiss' }).click();

    await chooser.setInputFiles({ name: 'fake.jpg', mimeType: 'image/jpeg', buffer });
    await expect(about.getByRole('alert')).toHaveText('fake.jpg is not a valid image file');
    await expect(toast(page, 'Public upload failed')).toBeVisible();
    await expectAccessible(page);
    await about.getByRole('button', { name: 'Dismiss fake.jpg' }).click();
    await expect.poll(() => picturesOf(page, 'About')).toEqual(before);

    await page.route('**/page-images/**', (route) => route.abort());
    await chooser.setInputFiles(await picture('green.jpg', '#1b6b3a'));
    await expect(about.getByRole('alert')).toContainText('Network error');
    await page.unroute('**/page-images/**');
    await about.getByRole('button', { name: 'Retry green.jpg' }).click();
    await expect.poll(() => picturesOf(page, 'About')).toHaveLength(before.length + 1);
    await about
      .getByRole('button', { name: `Remove picture ${before.length + 1} of About` })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => picturesOf(page, 'About')).toEqual(before);
  },
);

test('the profile photo can be replaced and removed on a phone', LONG, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('staff');
  await openPictures(page, 'profile');
  const photo = section(page, 'Profile photo');
  const chooser = photo.getByLabel('Profile photo', { exact: true });
  await chooser.setInputFiles(await picture('teal.jpg', '#1a5f66'));
  await expect(toast(page, 'Profile photo uploaded successfully')).toBeVisible();
  await expect(photo.getByRole('img', { name: /^Profile photo of/ })).toBeVisible();

  const buffer = Buffer.from('not a picture');
  await chooser.setInputFiles({ name: 'fake.jpg', mimeType: 'image/jpeg', buffer });
  await expect(photo.getByRole('alert')).toHaveText('Please select a valid image file');
  await expect(toast(page, 'Failed to upload profile photo')).toBeVisible();

  await photo.getByRole('button', { name: 'Remove photo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Profile photo removed successfully')).toBeVisible();
  await expect(photo.getByRole('button', { name: 'Upload photo' })).toBeVisible();
  await expectAccessible(page);
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(overflow).toBe(0);
});
