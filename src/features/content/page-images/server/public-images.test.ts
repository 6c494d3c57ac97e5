import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processImage } from '#src/features/content/media/server/images.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { parsePublicImageName, publicImageSrcSet, publicImageStem } from '#src/lib/images.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { subscribe } from '#test/posts.ts';
import { storePublicImage } from './public-images.ts';

let app: TestApp;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  for (const [name, width] of [
    ['1-picture.w320', 320],
    ['1-picture.w640', 640],
    ['1-picture.w1280', 900],
    ['2-tiny.w320', 90],
  ]) {
    await app.storage.put(`public/${name}.webp`, `${width} wide`);
  }
  await app.storage.put('content/secret.w320.webp', 'secret');
  await app.storage.put('public/3-large.w1280.webp', 'large alone');
  influencer = await app.as('influencer', {
    pageHeroImage: 'public/1-picture.jpg',
    profilePhotoS3Key: 'public/2-tiny.webp',
    pageAboutImages: ['public/3-large.png'],
  });
});
afterAll(() => app.close());

const get = (name: string, headers: Record<string, string> = {}) =>
  app.app.request(`/images/${name}`, { headers });

test.each([
  ['1-picture.w320', '320 wide'],
  ['1-picture.w640', '640 wide'],
  ['1-picture.w1280', '900 wide'],
  ['1-picture.w1920', '900 wide'],
  ['2-tiny.w1920', '90 wide'],
  ['3-large.w320', 'large alone'],
])('%s returns the largest size up to the requested one, else the smallest', async (name, body) => {
  const response = await get(`${name}.webp`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate');
  expect(await response.text()).toBe(body);
});

test('a cached picture is not sent again', async () => {
  const first = await get('1-picture.w1920.webp');
  const again = await get('1-picture.w1280.webp', {
    'if-none-match': `"other", ${first.headers.get('etag')}`,
  });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});

test('a cache that asks again loses a picture that was removed from its page', async () => {
  const key = 'public/5-removed.jpg';
  await app.storage.put('public/5-removed.w320.webp', 'removed');
  const { id } = await app.as('influencer', { pageSneakPeekImages: [key] });
  const first = await get('5-removed.w320.webp');
  const ask = () => get('5-removed.w320.webp', { 'if-none-match': first.headers.get('etag')! });
  expect((await ask()).status).toBe(304);
  await app.db.update(profiles).set({ pageSneakPeekImages: [] }).where(eq(profiles.id, id));
  const refused = await ask();
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

test('pictures of drafts and suspended influencers are for the team, themselves and their fans', async () => {
  const key = 'public/6-suspended.jpg';
  await app.storage.put('public/6-suspended.w320.webp', 'suspended');
  const suspended = await app.as('influencer', { profilePhotoS3Key: key });
  const colleague = await app.as('influencer');
  const fan = await app.as('subscriber');
  await subscribe(app, fan, suspended);
  const { cookie: admin } = await app.as('admin');
  const { cookie: stranger } = await app.as('subscriber');
  const statusFor = async (cookie = '') => (await get('6-suspended.w320.webp', { cookie })).status;
  const shown = await get('6-suspended.w320.webp', { cookie: stranger });
  expect([shown.status, await statusFor()]).toEqual([200, 200]);

  await app.db.update(profiles).set({ isDraft: true }).where(eq(profiles.id, suspended.id));
  expect(await statusFor(suspended.cookie)).toBe(200);
  await app.db.update(profiles).set({ isDraft: false }).where(eq(profiles.id, suspended.id));
  await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
  expect(await statusFor()).toBe(404);
  for (const cookie of [stranger, colleague.cookie]) expect(await statusFor(cookie)).toBe(404);
  for (const cookie of [admin, fan.cookie]) expect(await statusFor(cookie)).toBe(200);
  const own = await get('6-suspended.w320.webp', { cookie: admin });
  expect(own.headers.get('cache-control')).toBe('private, no-cache');
});

test.each([
  ['4-nothing.w320.webp'],
  ['1-picture.w321.webp'],
  ['1-picture.webp'],
  ['1-picture.w320.png'],
  ['..%2Fcontent%2Fsecret.w320.webp'],
  ['..%5C..%5Csecret.w320.webp'],
  ['%2e%2e/content/secret.w320.webp'],
  ['%00.w320.webp'],
  ['%E0%A4.w320.webp'],
])('%s is not found', async (name) => {
  const response = await get(name);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('secret');
});

test('the name of a stored picture contains its size and colour, and every size is served', async () => {
  const background = '#7c2530';
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
  const key = await storePublicImage(
    app.storage,
    { bytes, extension: 'png' },
    await processImage(bytes),
  );
  expect(key).toMatch(/^public\/\d+-[0-9a-f]+-900x600-[0-9a-f]{6}\.png$/);
  await app.db
    .update(profiles)
    .set({ pageReadySectionBackground: key })
    .where(eq(profiles.id, influencer.id));
  const stem = publicImageStem(key);
  expect(parsePublicImageName(stem)).toMatchObject({ width: 900, height: 600 });
  // WebP preserves colours approximately.
  expect(parsePublicImageName(stem)!.color).toMatch(/^#7[a-f]2[0-9a-f][23][0-9a-f]$/);
  for (const [address, width] of publicImageSrcSet(stem)
    .split(', ')
    .map((entry) => entry.split(' ') as [string, string])) {
    const response = await get(address.replace('/images/', ''));
    const picture = await sharp(await response.arrayBuffer()).metadata();
    expect(`${picture.width}w`).toBe(width);
  }
});
