import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import type { FeaturedInfluencer } from '../landing.schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const listFeatured = async () => {
  const { status, json } = await app.call('GET', '/api/featured');
  expect(status).toBe(200);
  return json.influencers as FeaturedInfluencer[];
};
const featured = async () => (await listFeatured()).map(({ publicUrl }) => publicUrl);

test('without influencers the list is empty', async () => {
  await app.as('subscriber');
  expect(await featured()).toEqual([]);
});

test('the six newest influencers are featured, without hidden or suspended ones', async () => {
  const day = (date: number) => new Date(Date.UTC(2026, 0, date));
  for (let date = 1; date <= 8; date += 1) {
    await app.as('influencer', { publicUrl: `day-${date}`, createdAt: day(date) });
  }
  await app.as('influencer', { publicUrl: 'hidden', createdAt: day(9), isActive: false });
  const suspended = await app.as('influencer', { publicUrl: 'suspended', createdAt: day(10) });
  await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
  expect(await featured()).toEqual(['day-8', 'day-7', 'day-6', 'day-5', 'day-4', 'day-3']);
});

const about = { pageAboutImages: ['public/1-about.jpg', 'public/2-about.jpg'] };
const photo = { profilePhotoS3Key: 'public/3-photo.jpg' };
const avatar = { avatarUrl: 'https://example.test/avatar.png' };
test.each([
  ['the first about-page image', { ...about, ...photo, ...avatar }, '/images/1-about'],
  ['else the profile photo', { ...photo, ...avatar }, '/images/3-photo'],
  ['else the avatar', avatar, 'https://example.test/avatar.png'],
  ['else none, for the placeholder', {}, null],
])('a featured card shows %s', async (_, pictures, image) => {
  await app.as('influencer', { ...pictures, createdAt: new Date() });
  expect((await listFeatured())[0]!.image).toBe(image);
});
