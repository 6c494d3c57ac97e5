import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { browse, influencer, openPage, subscribe } from './marketplace.testing.ts';
import { countSubscribers } from './popularity.ts';

let app: TestApp;
let fan: TestUser;
let count = 0;

beforeAll(async () => {
  app = await createTestApp();
  fan = await app.as('subscriber');
});
afterAll(() => app.close());

test('a card counts active subscriptions and posts', async () => {
  const id = await influencer(app, { fullName: 'Counted', publicUrl: 'counted' });
  const other = await app.as('subscriber');
  const formerFan = await app.as('subscriber');
  await subscribe(app, fan.id, id);
  await subscribe(app, other.id, id, { status: 'paused' });
  await subscribe(app, formerFan.id, id, { status: 'cancelled' });
  await countSubscribers(app.db);
  const at = (date: Date) => ({ publishAt: date, publishedAt: date });
  const post = {
    influencerId: id,
    caption: 'Hello',
    category: 'Beauty' as const,
    aiUse: 'none' as const,
  };
  const [first] = await app.db
    .insert(contentPosts)
    .values([
      { ...post, ...at(new Date()) },
      { ...post, ...at(new Date('2026-01-01')) },
      // A scheduled post and a draft, which are not public.
      { ...post, publishAt: new Date('2100-01-01') },
      post,
    ])
    .returning({ id: contentPosts.id });
  const file = { postId: first!.id, s3Key: 'content/1', fileSize: 1, width: 1, height: 1 };
  const rest = { variantWidths: [320], teaser: '', mimeType: 'x/y', state: 'ready' as const };
  await app.db.insert(contentMedia).values([
    { ...file, ...rest, mediaType: 'image', displayOrder: 0 },
    { ...file, ...rest, mediaType: 'video', displayOrder: 1, durationSeconds: 61 },
  ]);
  const { influencers } = await browse(app, fan, { search: 'counted' });
  expect(influencers).toMatchObject([{ subscriberCount: 1, postCount: 2, priceCents: 1_500 }]);
  const { influencer: page } = await openPage(app, 'counted');
  expect(page).toMatchObject({ postCount: 2, photoCount: 1, videoMinutes: 2 });
  expect(Date.parse(page.lastPostAt!)).toBeGreaterThan(Date.UTC(2026, 0, 1));
});

test.each([
  ['an active one', {}, 'subscribed'],
  ['a cancelled one that still runs', { cancelAt: new Date('2100-01-01') }, 'subscribed'],
  ['one that the fan cancelled and that ended', { cancelAt: new Date('2020-01-01') }, 'available'],
  [
    'one with an unreported renewal',
    { currentPeriodStart: new Date('2020-01-01'), currentPeriodEnd: new Date('2020-02-01') },
    'overdue',
  ],
  ['a paused one', { status: 'paused' }, 'paused'],
  ['one that is past due', { status: 'past_due' }, 'past_due'],
  [
    'a paused one whose cancellation is due',
    { status: 'paused', cancelAt: new Date('2020-01-01') },
    'available',
  ],
  ['a cancelled one', { status: 'cancelled' }, 'available'],
] as const)('a fan with %s sees that state, and nobody else does', async (_, values, state) => {
  const publicUrl = `flag-${++count}`;
  const id = await influencer(app, { fullName: publicUrl, publicUrl });
  await subscribe(app, fan.id, id, values);
  const stateFor = async (user: TestUser) =>
    (await browse(app, user, { search: publicUrl })).influencers[0]!.subscribeState;
  const pageStateFor = async (user?: TestUser) =>
    (await openPage(app, publicUrl, user)).influencer.subscribeState;
  expect([await stateFor(fan), await pageStateFor(fan)]).toEqual([state, state]);
  const other = await app.as('subscriber');
  expect([await stateFor(other), await pageStateFor(other), await pageStateFor()]).toEqual([
    'available',
    'available',
    'available',
  ]);
});

test('without an active plan nobody can subscribe, and existing subscriptions continue', async () => {
  const id = await influencer(app, { publicUrl: 'plan-off' });
  await subscribe(app, fan.id, id, { status: 'past_due' });
  await app.db
    .update(subscriptionPlans)
    .set({ isActive: false })
    .where(eq(subscriptionPlans.influencerId, id));
  const stateFor = async (user?: TestUser) =>
    (await openPage(app, 'plan-off', user)).influencer.subscribeState;
  expect([await stateFor(fan), await stateFor()]).toEqual(['past_due', 'unavailable']);
});

test('while payments are disabled influencers are offered with prices, and only the checkout is closed', async () => {
  const closed = await createTestApp({ PAYMENTS: 'disabled' });
  try {
    await influencer(closed, { fullName: 'Waiting', publicUrl: 'waiting' });
    const { influencers } = await browse(closed, await closed.as('subscriber'));
    const expected = { subscribeState: 'checkout_disabled', priceCents: 1_500 };
    expect(influencers).toMatchObject([expected]);
    expect((await openPage(closed, 'waiting')).influencer).toMatchObject(expected);
  } finally {
    await closed.close();
  }
});

test.each([
  [{ pageAboutImages: ['public/1-a.webp'], profilePhotoS3Key: 'public/2-b.webp' }, '/images/1-a'],
  [{ profilePhotoS3Key: 'public/2-b.webp', avatarUrl: 'https://example.test/c' }, '/images/2-b'],
  [{ avatarUrl: 'https://example.test/c' }, 'https://example.test/c'],
  [{}, null],
])(
  'the picture of a card: about page, else photo, else avatar, else none',
  async (profile, image) => {
    const fullName = `Picture ${++count}`;
    await influencer(app, { fullName, ...profile });
    expect((await browse(app, fan, { search: fullName })).influencers).toMatchObject([{ image }]);
  },
);
