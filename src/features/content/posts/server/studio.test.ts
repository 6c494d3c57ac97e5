import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile, publish } from '#test/posts.ts';
import { FEED_PAGE_SIZE } from '../feed.schema.ts';
import { influencerContent } from './post-views.table.ts';
import { contentPosts } from './posts.table.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());

const TOMORROW = new Date(Date.now() + 86_400_000);

async function list(user: TestUser, query = '') {
  const { status, json } = await app.call('GET', `/api/posts?${query}`, { user });
  expect(status).toBe(200);
  return json as {
    posts: { id: string; state: string; caption: string; media: unknown[] }[];
    nextCursor: string | null;
  };
}
const idsOf = async (user: TestUser, query = '') =>
  (await list(user, query)).posts.map(({ id }) => id);

test('the back office lists posts in every state, an influencer own scheduled and published ones', async () => {
  const influencer = await app.as('influencer');
  const draft = await publish(app, influencer, { publishAt: null, publishedAt: null });
  const scheduled = await publish(app, influencer, { publishAt: TOMORROW, publishedAt: null });
  const published = await publish(app, influencer);
  const foreign = await publish(app, await app.as('influencer'));
  for (const role of ['admin', 'staff'] as const) {
    const { posts } = await list(await app.as(role));
    const states = Object.fromEntries(posts.map(({ id, state }) => [id, state]));
    expect(states).toMatchObject({
      [draft.id]: 'draft',
      [scheduled.id]: 'scheduled',
      [published.id]: 'published',
      [foreign.id]: 'published',
    });
  }
  expect(await idsOf(influencer)).toEqual([published.id, scheduled.id]);
  expect(await idsOf(influencer, 'state=draft')).toEqual([]);
  const others = (await app.as('influencer')).id;
  expect(await idsOf(influencer, `influencerId=${others}`)).toEqual([published.id, scheduled.id]);
});

test('the studio filters by influencer, category, state and search text, also combined', async () => {
  const influencer = await app.as('influencer');
  const of = `influencerId=${influencer.id}`;
  const goth = await publish(app, influencer, { category: 'Goth', caption: 'Ash at 100%' });
  const draft = await publish(app, influencer, {
    category: 'Goth',
    caption: 'Ashes later',
    publishAt: null,
    publishedAt: null,
  });
  const fitness = await publish(app, influencer, { category: 'Fitness' });
  expect(await idsOf(staff, of)).toEqual([fitness.id, draft.id, goth.id]);
  expect(await idsOf(staff, `${of}&category=Goth`)).toEqual([draft.id, goth.id]);
  expect(await idsOf(staff, `${of}&category=Goth&state=published`)).toEqual([goth.id]);
  expect(await idsOf(staff, `${of}&search=ASH`)).toEqual([draft.id, goth.id]);
  expect(await idsOf(staff, `${of}&search=${encodeURIComponent('0%')}`)).toEqual([goth.id]);
  expect(await idsOf(staff, `${of}&state=scheduled`)).toEqual([]);
});

test('the filter for failed posts lists posts with a failed file and the reason', async () => {
  const influencer = await app.as('influencer');
  await publish(app, influencer);
  const mediaId = await createUploadedFile(app, staff, {
    state: 'failed',
    failure: 'The file is damaged',
  });
  const body = { caption: '', category: null, influencerId: influencer.id, mediaIds: [mediaId] };
  const { json } = await app.call('POST', '/api/posts/drafts', { user: staff, body });
  const { posts } = await list(staff, `influencerId=${influencer.id}&state=failed`);
  expect(posts).toMatchObject([
    {
      id: json.id,
      state: 'draft',
      category: null,
      media: [{ id: mediaId, state: 'failed', failure: 'The file is damaged', width: null }],
    },
  ]);
});

test.each(['newest', 'oldest', 'views'])(
  'paging by %s neither skips nor repeats posts',
  async (sort) => {
    const influencer = await app.as('influencer');
    const values = { influencerId: influencer.id, caption: 'One of many' };
    await app.db
      .insert(contentPosts)
      .values(Array.from({ length: FEED_PAGE_SIZE + 7 }, () => values));
    const first = await list(staff, `sort=${sort}&influencerId=${influencer.id}`);
    expect(first.posts).toHaveLength(FEED_PAGE_SIZE);
    const rest = await list(
      staff,
      `sort=${sort}&influencerId=${influencer.id}&cursor=${first.nextCursor}`,
    );
    expect(rest).toMatchObject({ nextCursor: null });
    expect(new Set([...first.posts, ...rest.posts].map(({ id }) => id)).size).toBe(
      FEED_PAGE_SIZE + 7,
    );
    const wrong = await app.call('GET', '/api/posts?cursor=x', { user: staff });
    expect(wrong.status).toBe(400);
  },
);

test('an influencer sees own posts newest first, oldest first or most viewed first', async () => {
  const influencer = await app.as('influencer');
  const [first, second, third] = [
    await publish(app, influencer),
    await publish(app, influencer),
    await publish(app, influencer),
  ];
  const values = { influencerId: influencer.id, postId: second.id, viewCount: 7 };
  await app.db.insert(influencerContent).values(values);
  expect(await idsOf(influencer)).toEqual([third.id, second.id, first.id]);
  expect(await idsOf(influencer, 'sort=oldest')).toEqual([first.id, second.id, third.id]);
  expect((await idsOf(influencer, 'sort=views'))[0]).toBe(second.id);
});

test('a post is returned with its files; a missing post is not found', async () => {
  const { id, mediaId } = await publish(app, await app.as('influencer'));
  const { json } = await app.call('GET', `/api/posts/${id}`, { user: staff });
  expect(json.post).toMatchObject({ id, version: 1, state: 'published', media: [{ id: mediaId }] });
  const gone = '00000000-0000-4000-8000-000000000000';
  const missing = await app.call('GET', `/api/posts/${gone}`, { user: staff });
  expect([missing.status, missing.json.detail]).toEqual([404, 'Post not found']);
});
