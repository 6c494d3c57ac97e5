import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { prepareSubscriberCheck } from './subscriber-check.ts';

let app: TestApp;
let star: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  star = await app.as('influencer', { publicUrl: 'star' });
});
afterAll(() => app.close());

const pageOf = async (publicUrl: string) =>
  (await app.call('GET', `/api/marketplace/${publicUrl}`)).json.influencer;

test('the figures of a page count only this influencer’s posts', async () => {
  const none = { postCount: 0, photoCount: 0, videoMinutes: 0, lastPostAt: null };
  expect(await pageOf('star')).toMatchObject(none);

  const publishedAt = new Date('2026-03-01T10:00:00Z');
  await publish(app, star, { mediaType: 'image', publishedAt: new Date('2026-01-01T10:00:00Z') });
  for (const seconds of [61, 10]) {
    const { mediaId } = await publish(app, star, { mediaType: 'video', publishedAt });
    await app.db
      .update(contentMedia)
      .set({ durationSeconds: seconds })
      .where(eq(contentMedia.id, mediaId));
  }
  await publish(app, await app.as('influencer', { publicUrl: 'other' }));
  expect(await pageOf('star')).toMatchObject({
    postCount: 3,
    photoCount: 1,
    videoMinutes: 2,
    lastPostAt: publishedAt.toISOString(),
  });
});

test('viewers who ask at the same time share figures, and each sees their own subscription', async () => {
  const shared = await app.as('influencer', { publicUrl: 'shared' });
  await publish(app, shared);
  const [fan, stranger] = [await app.as('subscriber'), await app.as('subscriber')];
  await subscribe(app, fan, shared);
  const viewers = Array.from({ length: 10 }, () => [fan, stranger, undefined]).flat();
  const read = async (user?: TestUser) =>
    (await app.call('GET', '/api/marketplace/shared', { user })).json.influencer;
  const pages = await Promise.all(viewers.map(read));
  expect(new Set(pages.map(({ postCount }) => postCount))).toEqual(new Set([1]));
  const states = viewers.map((viewer) => (viewer === fan ? 'subscribed' : pages[1].subscribeState));
  expect(pages.map(({ subscribeState }) => subscribeState)).toEqual(states);
  expect(pages[1].subscribeState).not.toBe('subscribed');
  await publish(app, shared);
  expect(await read()).toMatchObject({ postCount: 2 });
});

test.each(['signup', 'age', 'adults-only', 'cards', 'thank-you', 'reset-password', 'contact'])(
  '/%s cannot be a public URL, because it is an address of the platform',
  async (slug) => {
    const change = app.db.update(profiles).set({ publicUrl: slug }).where(eq(profiles.id, star.id));
    await expect(change).rejects.toMatchObject({
      cause: { constraint: 'profiles_public_url_not_reserved' },
    });
  },
);

test('a fan is a subscriber of a page as long as the subscription grants viewing', async () => {
  const isSubscriber = prepareSubscriberCheck(app.db);
  const [fan, former, other] = [
    await app.as('subscriber'),
    await app.as('subscriber'),
    await app.as('influencer', { publicUrl: 'other-star' }),
  ];
  await subscribe(app, fan, star);
  await subscribe(app, former, star, { status: 'paused' });
  await subscribe(app, former, other);
  expect(await isSubscriber(fan.id, 'star')).toBe(true);
  expect(await isSubscriber(fan.id, 'other-star')).toBe(false);
  expect(await isSubscriber(former.id, 'star')).toBe(false);
  expect(await isSubscriber(star.id, 'star')).toBe(false);
});
