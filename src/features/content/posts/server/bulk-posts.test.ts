import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { createUploadedFile } from '#test/posts.ts';
import { contentPosts } from './posts.table.ts';

let app: TestApp;
let staff: TestUser;
let colleague: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  colleague = await app.as('staff');
  influencer = await app.as('influencer');
});
afterAll(() => app.close());

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

async function createPost(values: object = {}, state: 'ready' | 'failed' = 'ready') {
  const file = await createUploadedFile(app, staff, { state: 'ready' });
  const address = 'publishAt' in values || 'isPublished' in values ? '' : '/drafts';
  const { status, json } = await app.call('POST', `/api/posts${address}`, {
    user: staff,
    body: {
      caption: 'Late evening light',
      category: 'Fitness',
      aiUse: 'none',
      influencerId: influencer.id,
      mediaIds: [file],
      ...values,
    },
  });
  expect(status).toBe(200);
  if (state === 'failed') {
    await app.db
      .update(contentMedia)
      .set({ state, failure: 'damaged' })
      .where(eq(contentMedia.id, file));
  }
  return json.id as string;
}
const scheduled = () => createPost({ publishAt: TOMORROW });
const published = () => createPost({ isPublished: true });

async function change(step: string, ids: string[], user = colleague, values: object = {}) {
  const method = step === 'category' ? 'PUT' : 'POST';
  const { status, json } = await app.call(method, `/api/posts/${step}`, {
    user,
    body: { ids, ...values },
  });
  expect(status).toBe(200);
  return json as { changed: string[]; refused: { id: string; reason: string }[] };
}
async function read(id: string) {
  const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
  return post;
}

test('complete drafts and scheduled posts of colleagues are published at once, others are refused with a reason', async () => {
  const ready = [await createPost(), await scheduled()];
  const refused = [
    [await published(), 'It is published already'],
    [await createPost({ caption: '' }), 'Caption is required'],
    [await createPost({ category: null }), 'Category is required'],
    [await createPost({ mediaIds: [] }), 'At least one media file is required'],
    [await createPost({}, 'failed'), 'Retry or remove the files that failed'],
  ] as const;
  const result = await change('publish', [...ready, ...refused.map(([id]) => id)]);
  expect(result.changed).toEqual(ready);
  expect(result.refused).toEqual(refused.map(([id, reason]) => ({ id, reason })));
  for (const id of ready) expect((await read(id))?.publishedAt).toBeInstanceOf(Date);
});

test('scheduled posts become drafts that keep their time as a plan', async () => {
  const posts = [await scheduled(), await createPost(), await published()];
  const { changed, refused } = await change('unschedule', posts);
  expect(changed).toEqual([posts[0]]);
  expect(refused.map(({ reason }) => reason)).toEqual([
    'It is a draft already',
    'It is published already',
  ]);
  expect(await read(posts[0]!)).toMatchObject({ publishAt: null, plannedAt: new Date(TOMORROW) });
});

test('posts in every state get a category, and an editor that was open before notices it', async () => {
  const posts = [await createPost(), await scheduled(), await published()];
  const before = await read(posts[0]!);
  expect((await change('category', posts, staff, { category: 'Nerdy' })).changed).toEqual(posts);
  for (const id of posts) expect((await read(id))?.category).toBe('Nerdy');
  const { json } = await app.call('PUT', `/api/posts/${posts[0]}/draft`, {
    user: staff,
    body: {
      version: before!.version,
      caption: '',
      category: null,
      influencerId: null,
      mediaIds: [],
    },
  });
  expect(json.code).toBe('conflict');
  expect((await read(posts[0]!))?.version).toBe(before!.version + 1);
});

test('posts are deleted together, and one that is gone is refused', async () => {
  const posts = [await createPost(), await published()];
  expect((await change('delete', [posts[0]!])).changed).toEqual([posts[0]]);
  const { changed, refused } = await change('delete', posts);
  expect([changed, refused]).toEqual([[posts[1]], [{ id: posts[0], reason: 'Post not found' }]]);
});

test('limited staff change the posts of their influencers only', async () => {
  const foreign = await scheduled();
  const limited = await createLimitedStaff(app);
  for (const step of ['publish', 'unschedule', 'delete'])
    expect((await change(step, [foreign], limited)).refused).toHaveLength(1);
  const category = await change('category', [foreign], limited, { category: 'Goth' });
  expect(category.changed).toEqual([]);
  expect(await read(foreign)).toMatchObject({ category: 'Fitness', publishedAt: null });
});
