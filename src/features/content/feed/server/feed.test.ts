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

/** A fan, an influencer they may see and one they may not, with some posts of each. */
async function scene() {
  const [seen, unseen] = [await app.as('influencer'), await app.as('influencer')];
  const fan = await app.as('subscriber');
  await subscribe(app, fan, seen);
  return { fan, seen, unseen };
}

const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id);

/** Inserts posts quickly; one in four shares its instant with the one before. */
async function insertPosts(influencer: TestUser, count: number) {
  const now = Date.now() - MINUTE;
  const rows = Array.from({ length: count }, (_, index) => {
    const publishedAt = new Date(now - (index - (index % 4 === 0 ? 0 : 1)) * 7);
    return {
      id: randomUUID(),
      influencerId: influencer.id,
      caption: `Post ${index}`,
      category: 'Goth' as const,
      publishAt: publishedAt,
      publishedAt,
    };
  });
  await app.db.insert(contentPosts).values(rows);
  return rows;
}

test('the own feed holds the posts of the influencers a fan may see, newest first', async () => {
  const { fan, seen, unseen } = await scene();
  const paused = await app.as('influencer');
  await subscribe(app, fan, paused, { status: 'paused' });
  const second = await app.as('influencer');
  await subscribe(app, fan, second);
  const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
  const older = await publish(app, seen, { publishedAt: at(5), caption: 'Ein “Foto” \\ 🌙' });
  const newest = await publish(app, second, { publishedAt: at(1) });
  const oldest = await publish(app, seen, { publishedAt: at(9) });
  await publish(app, unseen);
  await publish(app, paused);

  const { posts, nextCursor } = await readPage('/api/feed', fan);
  expect(idsOf(posts)).toEqual([newest.id, older.id, oldest.id]);
  expect(nextCursor).toBeNull();
  expect(posts[1]).toMatchObject({
    caption: 'Ein “Foto” \\ 🌙',
    influencer: { id: seen.id },
    locked: false,
    unread: false,
    media: [{ mediaType: 'video', source: { id: older.mediaId, widths: [320, 640] } }],
  });
});

test('paging skips and repeats nothing while posts are added and instants are shared', async () => {
  const { fan, seen } = await scene();
  const posts = await insertPosts(seen, 60);
  // As many subscriptions as it takes for their newest few posts to fill a page.
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
    await publish(app, seen);
  }
  expect(read).toHaveLength(180);
  expect(new Set(read)).toEqual(new Set(idsOf(posts)));
  const byNewest = posts.toSorted(
    (a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? 1 : -1),
  );
  expect(read).toEqual(idsOf(byNewest));
});

test('a page that is exactly full is the last one', async () => {
  const { fan, seen } = await scene();
  await insertPosts(seen, 50);
  const page = await readPage('/api/feed', fan);
  expect([page.posts.length, page.nextCursor]).toEqual([50, null]);
});

test('a cursor that no page gave is refused', async () => {
  const { fan } = await scene();
  for (const cursor of ['x', '1_2', `999999999999999_${randomUUID()}`]) {
    const { status, json } = await app.call('GET', `/api/feed?cursor=${cursor}`, { user: fan });
    expect([status, json.code]).toEqual([400, 'invalid-input']);
  }
});

test('filters narrow both feeds and their counts alike', async () => {
  const { fan, seen, unseen } = await scene();
  const goth = await publish(app, seen, { category: 'Goth', caption: 'Half_moon 100%' });
  await publish(app, seen, { category: 'Nerdy', caption: 'Halfxmoon 1000' });
  const hidden = await publish(app, unseen, { category: 'Goth', caption: 'half_MOON again' });
  const filters = [
    [`influencerId=${seen.id}&category=Goth`, [goth.id], [goth.id]],
    [`search=half_moon&influencerId=${seen.id}`, [goth.id], [goth.id]],
    ['search=half_moon', [goth.id], [hidden.id, goth.id]],
    ['search=100%25&category=Goth', [goth.id], [goth.id]],
    [`influencerId=${unseen.id}`, [], [hidden.id]],
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

test('a locked post shows its blurred teaser and nothing that leads to its files', async () => {
  const { fan, seen, unseen } = await scene();
  const open = await publish(app, seen);
  const locked = await publish(app, unseen);
  const { json } = await app.call('GET', '/api/feed/public', { user: fan });
  const [first, second] = postPageSchema.parse(json).posts;
  expect(first).toMatchObject({
    id: locked.id,
    locked: true,
    media: [{ mediaType: 'video', width: 900, height: 600, source: null }],
  });
  expect(first!.media[0]!.teaser).toMatch(/^data:image/);
  const text = JSON.stringify(json.posts[0]);
  for (const secret of [locked.mediaId, locked.s3Key, 'content/', '/media/', 's3', '320']) {
    expect(text).not.toContain(secret);
  }
  expect(second).toMatchObject({
    id: open.id,
    locked: false,
    media: [{ source: { id: open.mediaId } }],
  });
});

test('of a locked caption no more leaves the server than a card shows, and whole characters of it', async () => {
  const { fan, seen, unseen } = await scene();
  // One character of seven code points stands where the caption is cut.
  const family = '👨‍👩‍👧‍👦';
  const caption = `${'a'.repeat(149)}${family} and then the secret garden`;
  await publish(app, unseen, { caption });
  await publish(app, unseen, { caption: 'All of a short one' });
  await publish(app, seen, { caption });
  const { posts } = await readPage('/api/feed/public', fan);
  expect(posts.slice(0, 3).map((post) => post.caption)).toEqual([
    caption,
    'All of a short one',
    `${'a'.repeat(149)}${family}…`,
  ]);
});

test('a locked post says how the fan stands with its influencer, and an open one says nothing', async () => {
  const { fan, seen, unseen } = await scene();
  const states = {
    unavailable: unseen,
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
  }
  await publish(app, seen);
  const { posts } = await readPage(`/api/feed/public?influencerId=${seen.id}`, fan);
  expect(posts[0]!.subscribeState).toBeUndefined();
});

test('a search finds a locked post by what is shown of its caption, and by nothing deeper', async () => {
  const { fan, seen, unseen } = await scene();
  const words = randomUUID();
  const caption = `Open ${words} ${'.'.repeat(150)} hidden ${words}`;
  const locked = await publish(app, unseen, { caption });
  const open = await publish(app, seen, { caption });
  for (const [search, expected] of [
    [`open ${words}`, [open.id, locked.id]],
    [`hidden ${words}`, [open.id]],
  ] as const) {
    const { posts } = await readPage(`/api/feed/public?search=${search}`, fan);
    expect(idsOf(posts), search).toEqual(expected);
    expect(await get(`/api/feed/counts?scope=public&search=${search}`, fan)).toEqual({
      total: expected.length,
    });
  }
});

test('a post is locked and unlocked at once as the subscription changes', async () => {
  const { fan, unseen } = await scene();
  const post = await publish(app, unseen);
  const sourceOf = async () => {
    const { posts } = await readPage(`/api/feed/public?influencerId=${unseen.id}`, fan);
    return posts[0]!.media[0]!.source?.id ?? null;
  };
  expect(await sourceOf()).toBeNull();
  const subscription = await subscribe(app, fan, unseen);
  expect(await sourceOf()).toBe(post.mediaId);
  await app.pool.query(
    "update user_subscriptions set status = 'past_due', past_due_since = now() where id = $1",
    [subscription],
  );
  expect(await sourceOf()).toBeNull();
});

test('an edited caption, a new name and a deleted post show in the next page', async () => {
  const { fan, seen } = await scene();
  const gone = await publish(app, seen);
  const kept = await publish(app, seen, { caption: 'Before' });
  await readPage('/api/feed', fan);
  await app.db.update(contentPosts).set({ caption: 'After' }).where(eq(contentPosts.id, kept.id));
  await app.db.update(profiles).set({ fullName: '' }).where(eq(profiles.id, seen.id));
  await app.db.delete(contentPosts).where(eq(contentPosts.id, gone.id));
  const { posts } = await readPage('/api/feed', fan);
  expect(posts).toMatchObject([
    { id: kept.id, caption: 'After', influencer: { fullName: 'Unknown' } },
  ]);
});

test('the public feed and its filter leave out suspended and inactive influencers', async () => {
  const { fan } = await scene();
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

test('the own feed is filtered by the influencers the fan may see', async () => {
  const { fan, seen } = await scene();
  expect(await get('/api/feed/influencers?scope=mine', fan)).toMatchObject({
    influencers: [{ id: seen.id }],
  });
});

test("an influencer's posts and header need a subscription that grants viewing", async () => {
  const { fan, seen, unseen } = await scene();
  const post = await publish(app, seen);
  await app.db
    .update(profiles)
    .set({ profilePhotoS3Key: 'public/1-a.jpg', bio: 'Hello' })
    .where(eq(profiles.id, seen.id));
  const { posts } = await readPage(`/api/influencers/${seen.id}/posts`, fan);
  expect(idsOf(posts)).toEqual([post.id]);
  const header = await get(`/api/influencers/${seen.id}/header`, fan);
  expect(influencerHeaderSchema.parse(header)).toMatchObject({
    id: seen.id,
    bio: 'Hello',
    image: '/images/1-a',
    postCount: 1,
  });
  for (const id of [unseen.id, randomUUID()]) {
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
  const { seen } = await scene();
  const addresses = ['/api/feed', '/api/feed/public', '/api/feed/counts?scope=mine'];
  addresses.push('/api/feed/influencers?scope=mine', `/api/influencers/${seen.id}/posts`);
  addresses.push(`/api/influencers/${seen.id}/header`);
  for (const address of addresses) {
    expect((await app.call('GET', address)).status).toBe(401);
    expect((await app.call('GET', address, { user: seen })).status).toBe(403);
  }
});
