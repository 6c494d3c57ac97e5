import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  feedCountsSchema,
  feedInfluencersSchema,
  influencerHeaderSchema,
} from '#src/features/content/posts/feed.schema.ts';
import { postPageSchema } from '#src/features/content/posts/posts.schema.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';

const MINUTE = 60_000;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function get(address: string, user: TestUser) {
  const { status, json } = await app.call('GET', address, { user });
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
}
const readPage = async (address: string, user: TestUser) =>
  postPageSchema.parse(await get(address, user));

/** A fan, an influencer whom the fan subscribes to, and another one. */
async function createScenario() {
  const [influencerOfFan, otherInfluencer] = [
    await app.as('influencer'),
    await app.as('influencer'),
  ];
  const fan = await app.as('subscriber');
  await subscribe(app, fan, influencerOfFan);
  return { fan, influencerOfFan, otherInfluencer };
}

const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id);

/** Inserts posts quickly; one in four has the same instant as the previous one. */
async function insertPosts(influencer: TestUser, count: number) {
  const now = Date.now() - MINUTE;
  const rows = Array.from({ length: count }, (_, index) => {
    const publishedAt = new Date(now - (index - (index % 4 === 0 ? 0 : 1)) * 7);
    return {
      id: randomUUID(),
      influencerId: influencer.id,
      caption: `Post ${index}`,
      category: 'Goth' as const,
      aiUse: 'none' as const,
      publishAt: publishedAt,
      publishedAt,
    };
  });
  await app.db.insert(contentPosts).values(rows);
  return rows;
}

test('the own feed lists the posts of the subscribed influencers, newest first', async () => {
  const { fan, influencerOfFan, otherInfluencer } = await createScenario();
  const paused = await app.as('influencer');
  await subscribe(app, fan, paused, { status: 'paused' });
  const second = await app.as('influencer');
  await subscribe(app, fan, second);
  const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
  const older = await publish(app, influencerOfFan, {
    publishedAt: at(5),
    caption: 'Ein “Foto” \\ 🌙',
  });
  const newest = await publish(app, second, { publishedAt: at(1) });
  const oldest = await publish(app, influencerOfFan, { publishedAt: at(9) });
  await publish(app, otherInfluencer);
  await publish(app, paused);

  const { posts, nextCursor } = await readPage('/api/feed', fan);
  expect(idsOf(posts)).toEqual([newest.id, older.id, oldest.id]);
  expect(nextCursor).toBeNull();
  expect(posts[1]).toMatchObject({
    caption: 'Ein “Foto” \\ 🌙',
    influencer: { id: influencerOfFan.id },
    locked: false,
    unread: false,
    media: [{ mediaType: 'video', source: { id: older.mediaId, widths: [320, 640] } }],
  });
});

test('paging neither skips nor repeats posts when posts are added or have the same instant', async () => {
  const { fan, influencerOfFan } = await createScenario();
  const posts = await insertPosts(influencerOfFan, 60);
  // Enough subscriptions for their newest posts to fill a page.
  for (const count of [40, 20, 20, 20, 10, 5, 5]) {
    const other = await app.as('influencer');
    await subscribe(app, fan, other);
    posts.push(...(await insertPosts(other, count)));
  }
  const read: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await readPage(`/api/feed${cursor && `?cursor=${cursor}`}`, fan);
    read.push(...idsOf(page.posts));
    cursor = page.nextCursor;
    await publish(app, influencerOfFan);
  }
  expect(read).toHaveLength(180);
  expect(new Set(read)).toEqual(new Set(idsOf(posts)));
  const byNewest = posts.toSorted(
    (a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? 1 : -1),
  );
  expect(read).toEqual(idsOf(byNewest));
});

test('a page that is exactly full is the last one', async () => {
  const { fan, influencerOfFan } = await createScenario();
  await insertPosts(influencerOfFan, 50);
  const page = await readPage('/api/feed', fan);
  expect([page.posts.length, page.nextCursor]).toEqual([50, null]);
});

test('an invalid cursor is refused', async () => {
  const { fan } = await createScenario();
  for (const cursor of ['x', '1_2', `999999999999999_${randomUUID()}`]) {
    const { status, json } = await app.call('GET', `/api/feed?cursor=${cursor}`, { user: fan });
    expect([status, json.code]).toEqual([400, 'invalid-input']);
  }
});

test('filters apply to both feeds and their counts', async () => {
  const { fan, influencerOfFan, otherInfluencer } = await createScenario();
  const goth = await publish(app, influencerOfFan, { category: 'Goth', caption: 'Half_moon 100%' });
  await publish(app, influencerOfFan, { category: 'Nerdy', caption: 'Halfxmoon 1000' });
  const hidden = await publish(app, otherInfluencer, {
    category: 'Goth',
    aiUse: 'none',
    caption: 'half_MOON again',
  });
  const filters = [
    [`influencerId=${influencerOfFan.id}&category=Goth`, [goth.id], [goth.id]],
    [`search=half_moon&influencerId=${influencerOfFan.id}`, [goth.id], [goth.id]],
    ['search=half_moon', [goth.id], [hidden.id, goth.id]],
    ['search=100%25&category=Goth', [goth.id], [goth.id]],
    [`influencerId=${otherInfluencer.id}`, [], [hidden.id]],
    ['search=nothing%5C', [], []],
  ] as const;
  for (const [filter, mine, everyone] of filters) {
    for (const [scope, address, expected] of [
      ['mine', '/api/feed', mine],
      ['public', '/api/feed/public', everyone],
    ] as const) {
      const { posts } = await readPage(`${address}?${filter}`, fan);
      expect(idsOf(posts), `${address}?${filter}`).toEqual(expected);
      const counts = await get(`/api/feed/counts?scope=${scope}&${filter}`, fan);
      expect(feedCountsSchema.parse(counts)).toEqual({ total: expected.length });
    }
  }
});

test('a locked post contains its teaser and nothing that identifies its files', async () => {
  const { fan, influencerOfFan, otherInfluencer } = await createScenario();
  const open = await publish(app, influencerOfFan);
  const locked = await publish(app, otherInfluencer);
  const { json } = await app.call('GET', '/api/feed/public', { user: fan });
  const [first, second] = postPageSchema.parse(json).posts;
  expect(first).toMatchObject({
    id: locked.id,
    locked: true,
    media: [{ mediaType: 'video', width: 900, height: 600, source: null }],
  });
  expect(first!.media[0]!.teaser).toMatch(/^data:image/);
  const text = JSON.stringify(json.posts[0]);
  for (const secret of [locked.mediaId, locked.s3Key, 'content/', '/media/', 's3', 'widths']) {
    expect(text).not.toContain(secret);
  }
  expect(second).toMatchObject({
    id: open.id,
    locked: false,
    media: [{ source: { id: open.mediaId } }],
  });
});

test('the caption of a locked post is cut to its preview, at a grapheme boundary', async () => {
  const { fan, influencerOfFan, otherInfluencer } = await createScenario();
  // A grapheme of seven code points where the caption is cut.
  const family = '👨‍👩‍👧‍👦';
  const caption = `${'a'.repeat(149)}${family} and then the secret garden`;
  await publish(app, otherInfluencer, { caption });
  await publish(app, otherInfluencer, { caption: 'All of a short one' });
  await publish(app, influencerOfFan, { caption });
  const { posts } = await readPage('/api/feed/public', fan);
  expect(posts.slice(0, 3).map((post) => post.caption)).toEqual([
    caption,
    'All of a short one',
    `${'a'.repeat(149)}${family}…`,
  ]);
});

test('a locked post contains the subscribe state and the price, an open one does not', async () => {
  const { fan, influencerOfFan, otherInfluencer } = await createScenario();
  const states = {
    unavailable: otherInfluencer,
    available: await app.as('influencer'),
    past_due: await app.as('influencer'),
    paused: await app.as('influencer'),
  };
  await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: states.available.id, priceMonthlyCents: 999 });
  for (const status of ['past_due', 'paused'] as const) {
    await subscribe(app, fan, states[status], { status });
  }
  for (const [state, influencer] of Object.entries(states)) {
    await publish(app, influencer);
    const page = await readPage(`/api/feed/public?influencerId=${influencer.id}`, fan);
    expect(page.posts, state).toMatchObject([{ locked: true, subscribeState: state }]);
    expect(page.posts[0]!.priceCents).toBe(state === 'available' ? 999 : undefined);
  }
  await publish(app, influencerOfFan);
  const { posts } = await readPage(`/api/feed/public?influencerId=${influencerOfFan.id}`, fan);
  expect(posts[0]!.subscribeState).toBeUndefined();
  expect(posts[0]!.priceCents).toBeUndefined();
});

test('a search matches a locked post only by the preview of its caption', async () => {
  const { fan, influencerOfFan, otherInfluencer } = await createScenario();
  const searchText = randomUUID();
  const caption = `Open ${searchText} ${'.'.repeat(150)} hidden ${searchText}`;
  const locked = await publish(app, otherInfluencer, { caption });
  const open = await publish(app, influencerOfFan, { caption });
  for (const [search, expected] of [
    [`open ${searchText}`, [open.id, locked.id]],
    [`hidden ${searchText}`, [open.id]],
  ] as const) {
    const { posts } = await readPage(`/api/feed/public?search=${search}`, fan);
    expect(idsOf(posts), search).toEqual(expected);
    expect(await get(`/api/feed/counts?scope=public&search=${search}`, fan)).toEqual({
      total: expected.length,
    });
  }
});

test('a post is locked or unlocked as soon as the subscription changes', async () => {
  const { fan, otherInfluencer } = await createScenario();
  const post = await publish(app, otherInfluencer);
  const sourceOf = async () => {
    const { posts } = await readPage(`/api/feed/public?influencerId=${otherInfluencer.id}`, fan);
    return posts[0]!.media[0]!.source?.id ?? null;
  };
  expect(await sourceOf()).toBeNull();
  const subscription = await subscribe(app, fan, otherInfluencer);
  expect(await sourceOf()).toBe(post.mediaId);
  await app.pool.query(
    "update user_subscriptions set status = 'past_due', past_due_since = now() where id = $1",
    [subscription],
  );
  expect(await sourceOf()).toBeNull();
});

test('edited captions, changed names and deletions appear in the next page', async () => {
  const { fan, influencerOfFan } = await createScenario();
  const gone = await publish(app, influencerOfFan);
  const edited = await publish(app, influencerOfFan, { caption: 'Before' });
  await readPage('/api/feed', fan);
  await app.db.update(contentPosts).set({ caption: 'After' }).where(eq(contentPosts.id, edited.id));
  await app.db.update(profiles).set({ fullName: '' }).where(eq(profiles.id, influencerOfFan.id));
  await app.db.delete(contentPosts).where(eq(contentPosts.id, gone.id));
  const { posts } = await readPage('/api/feed', fan);
  expect(posts).toMatchObject([
    { id: edited.id, caption: 'After', influencer: { fullName: 'Unknown' } },
  ]);
});

test('the public feed and its filter omit suspended and inactive influencers', async () => {
  const { fan } = await createScenario();
  const hidden = [await app.as('influencer'), await app.as('influencer')] as const;
  const known = await app.as('influencer');
  for (const influencer of [...hidden, known]) await publish(app, influencer);
  await app.db.update(users).set({ banned: true }).where(eq(users.id, hidden[0].id));
  await app.db.update(profiles).set({ isActive: false }).where(eq(profiles.id, hidden[1].id));
  const { posts } = await readPage('/api/feed/public', fan);
  const { influencers } = feedInfluencersSchema.parse(
    await get('/api/feed/influencers?scope=public', fan),
  );
  for (const ids of [posts.map((post) => post.influencer.id), idsOf(influencers)]) {
    expect(ids).toContain(known.id);
    expect(ids).not.toContain(hidden[0].id);
    expect(ids).not.toContain(hidden[1].id);
  }
});

test('the filter of the own feed lists the subscribed influencers', async () => {
  const { fan, influencerOfFan } = await createScenario();
  expect(await get('/api/feed/influencers?scope=mine', fan)).toMatchObject({
    influencers: [{ id: influencerOfFan.id }],
  });
});

test("an influencer's posts and header need a subscription that grants viewing", async () => {
  const { fan, influencerOfFan, otherInfluencer } = await createScenario();
  const post = await publish(app, influencerOfFan);
  await app.db
    .update(profiles)
    .set({
      profilePhotoS3Key: 'public/2-b.jpg',
      pageAboutImages: ['public/1-a.jpg'],
      bio: 'Hello',
    })
    .where(eq(profiles.id, influencerOfFan.id));
  const { posts } = await readPage(`/api/influencers/${influencerOfFan.id}/posts`, fan);
  expect(idsOf(posts)).toEqual([post.id]);
  const header = await get(`/api/influencers/${influencerOfFan.id}/header`, fan);
  expect(influencerHeaderSchema.parse(header)).toMatchObject({
    id: influencerOfFan.id,
    bio: 'Hello',
    // As on the cards that led here: the first picture of the page goes before the photo.
    image: '/images/1-a',
    postCount: 1,
  });
  for (const id of [otherInfluencer.id, randomUUID()]) {
    for (const part of ['posts', 'header']) {
      const answer = await app.call('GET', `/api/influencers/${id}/${part}`, { user: fan });
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({
        code: 'subscription-required',
        detail: 'You need an active subscription to view this content',
      });
    }
  }
});

test('only fans have feeds', async () => {
  const { influencerOfFan } = await createScenario();
  const addresses = ['/api/feed', '/api/feed/public', '/api/feed/counts?scope=mine'];
  addresses.push(
    '/api/feed/influencers?scope=mine',
    `/api/influencers/${influencerOfFan.id}/posts`,
  );
  addresses.push(`/api/influencers/${influencerOfFan.id}/header`);
  for (const address of addresses) {
    expect((await app.call('GET', address)).status).toBe(401);
    expect((await app.call('GET', address, { user: influencerOfFan })).status).toBe(403);
  }
});
