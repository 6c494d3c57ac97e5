import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { deletedFiles } from '#src/platform/storage/deleted-files.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile, subscribe } from '#test/posts.ts';
import { deleteBlankDrafts } from './contents/blank-drafts.ts';
import { postNotifications } from './post-notifications.table.ts';
import { contentPosts } from './posts.table.ts';
import { publishDuePosts, publishWhenReady } from './publishing.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
let fan: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  influencer = await app.as('influencer');
  fan = await app.as('subscriber');
  await subscribe(app, fan, influencer);
});
beforeEach(() => app.db.delete(contentPosts));
afterAll(() => app.close());

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const createReadyFile = (user = staff) => createUploadedFile(app, user, { state: 'ready' });
const newPost = (mediaIds: string[], values: object = {}) => ({
  caption: ' Late evening light ',
  category: 'Fitness',
  aiUse: 'none',
  influencerId: influencer.id,
  mediaIds,
  ...values,
});
const draft = (mediaIds: string[] = [], values: object = {}) => ({
  caption: '',
  category: null,
  influencerId: null,
  mediaIds,
  ...values,
});
const call = (method: string, address: string, body?: unknown, user = staff) =>
  app.call(method, `/api/posts${address}`, { user, body });
const create = (body: unknown, user = staff) => call('POST', '', body, user);
async function createDraft(mediaIds: string[] = [], values: object = {}) {
  const { status, json } = await call('POST', '/drafts', draft(mediaIds, values));
  expect(status).toBe(200);
  return json as { id: string; version: number };
}
const read = async (id: string) => (await call('GET', `/${id}`)).json.post;
const notified = async () =>
  (await app.db.select().from(postNotifications)).map(({ subscriberId }) => subscriberId);
const inFeed = async () =>
  (await app.call('GET', '/api/feed', { user: fan })).json.posts.map(
    ({ id }: { id: string }) => id,
  );
const filesOf = async (postId: string) =>
  (
    await app.db
      .select()
      .from(contentMedia)
      .where(eq(contentMedia.postId, postId))
      .orderBy(asc(contentMedia.displayOrder))
  ).map(({ id }) => id);

test('a post is published immediately, with its files in the given order', async () => {
  const first = await createReadyFile();
  const second = await createReadyFile();
  const { status, json } = await create(newPost([second, first]));
  expect(status).toBe(200);
  expect(await read(json.id)).toMatchObject({
    caption: 'Late evening light',
    category: 'Fitness',
    aiUse: 'none',
    influencer: { id: influencer.id },
    state: 'published',
    media: [{ id: second }, { id: first }],
  });
  expect(await inFeed()).toEqual([json.id]);
});

test('a post needs caption, category, influencer and 1 to 20 files', async () => {
  const valid = newPost([randomUUID()]);
  const cases: [object, string][] = [
    [{ caption: '  ' }, 'Caption is required'],
    [{ category: 'Knitting' }, 'Category is required'],
    [{ aiUse: 'some' }, 'Say whether AI was used'],
    [{ influencerId: '' }, 'Influencer is required'],
    [{ mediaIds: [] }, 'At least one media file is required'],
    [{ mediaIds: Array.from({ length: 21 }, () => randomUUID()) }, 'Maximum 20 files allowed'],
    [{ publishAt: new Date(Date.now() - 1_000).toISOString() }, 'Choose a time in the future'],
  ];
  for (const [wrong, detail] of cases) {
    const { status, json } = await create({ ...valid, ...wrong });
    expect([status, json.detail]).toEqual([400, detail]);
  }
});

test('a post needs an existing influencer, and a refusal leaves the files unused', async () => {
  const file = await createReadyFile();
  for (const influencerId of [randomUUID(), fan.id]) {
    const { status, json } = await create(newPost([file], { influencerId }));
    expect([status, json.errors]).toEqual([
      400,
      [{ path: 'influencerId', message: 'Influencer not found' }],
    ]);
    expect((await call('POST', '/drafts', draft([], { influencerId }))).status).toBe(400);
  }
  expect((await create(newPost([file]))).status).toBe(200);
});

test('files of other users and of other posts cannot be used', async () => {
  const own = await createReadyFile();
  const used = await createReadyFile();
  expect((await create(newPost([used]))).status).toBe(200);
  for (const foreign of [await createReadyFile(await app.as('admin')), used, randomUUID()]) {
    expect((await create(newPost([own, foreign]))).json.code).toBe('conflict');
    expect((await call('POST', '/drafts', draft([foreign]))).json.code).toBe('conflict');
  }
  expect((await create(newPost([own]))).status).toBe(200);
});

test('of two concurrent posts with the same file only one is created', async () => {
  const file = await createReadyFile();
  const answers = await Promise.all([create(newPost([file])), create(newPost([file]))]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(await app.db.select().from(contentPosts)).toHaveLength(1);
  expect(await notified()).toEqual([fan.id]);
});

test('a post is published when the last of its files is ready', async () => {
  const files = await Promise.all([
    createReadyFile(),
    createUploadedFile(app, staff),
    createUploadedFile(app, staff),
  ]);
  const { json } = await create(newPost(files));
  const finish = async (tx: Db, id: string | undefined) => {
    await tx
      .update(contentMedia)
      .set({ state: 'ready', width: 1, height: 1, teaser: '' })
      .where(eq(contentMedia.id, id!));
    await publishWhenReady(tx, app.jobs, json.id);
  };
  expect(await read(json.id)).toMatchObject({ state: 'scheduled', publishedAt: null });
  expect([await inFeed(), await notified()]).toEqual([[], []]);
  // Concurrent transactions: the second waits and then sees the result of the first.
  const running = Promise.resolve('running');
  let second = running;
  await app.db.transaction(async (first) => {
    await finish(first, files[1]);
    second = app.db.transaction(async (tx) => {
      await finish(tx, files[2]);
      return 'done';
    });
    const waits = sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => {
        const { rows } = await app.db.execute<{ count: number }>(waits);
        return rows[0]!.count > 0 || (await Promise.race([second, running])) === 'done';
      })
      .toBe(true);
  });
  await second;
  expect(await read(json.id)).toMatchObject({ state: 'published' });
  expect([await inFeed(), await notified()]).toEqual([[json.id], [fan.id]]);
});

test('a post with a failed file is not published', async () => {
  const failed = await createUploadedFile(app, staff, {
    state: 'failed',
    failure: 'It is damaged',
  });
  expect((await create(newPost([failed]))).json).toMatchObject({
    code: 'not-allowed-in-state',
    detail: 'Retry or remove the files that failed',
  });
  expect(await app.db.select().from(contentPosts)).toEqual([]);
});

test('a scheduled post is published once its time has come, and only once', async () => {
  const { json } = await create(newPost([await createReadyFile()], { publishAt: TOMORROW }));
  await publishDuePosts(app);
  expect(await read(json.id)).toMatchObject({ state: 'scheduled', publishAt: TOMORROW });
  expect([await inFeed(), await notified()]).toEqual([[], []]);
  await app.db.update(contentPosts).set({ publishAt: sql`now() - interval '1 minute'` });
  await Promise.all([publishDuePosts(app), publishDuePosts(app)]);
  expect(await inFeed()).toEqual([json.id]);
  expect(await notified()).toEqual([fan.id]);
});

test('a draft may be empty and is completed step by step', async () => {
  const created = await createDraft();
  const file = await createReadyFile();
  const saved = await call('PUT', `/${created.id}/draft`, {
    ...draft([file], { caption: 'Half a tho' }),
    version: created.version,
  });
  expect(await read(created.id)).toMatchObject({
    state: 'draft',
    caption: 'Half a tho',
    influencer: null,
    media: [{ id: file }],
  });
  const { version } = saved.json;
  const published = await call('POST', `/${created.id}/publish`, { ...newPost([file]), version });
  expect(published.status).toBe(200);
  expect(await inFeed()).toEqual([created.id]);
});

test('an incomplete draft cannot be published', async () => {
  const { id, version } = await createDraft([await createReadyFile()]);
  const answer = await call('POST', `/${id}/publish`, { ...draft(), version });
  expect(answer.status).toBe(400);
  expect(answer.json.errors.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(['caption', 'category', 'influencerId', 'mediaIds']),
  );
});

test('of two concurrent changes of a draft the second is refused', async () => {
  const { id, version } = await createDraft();
  const save = (caption: string) =>
    call('PUT', `/${id}/draft`, { ...draft([], { caption }), version });
  const answers = await Promise.all([save('One'), save('Two')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(refused.json).toMatchObject({
    code: 'conflict',
    detail: 'The post has changed since you opened it',
  });
  const saved = answers[0]!.status === 200 ? 'One' : 'Two';
  expect(await read(id)).toMatchObject({ caption: saved, version: version + 1 });
});

test('a blank draft is deleted after a day', async () => {
  const blank = await createDraft();
  const captioned = await createDraft([], { caption: 'Half a tho' });
  const files = await createDraft([await createReadyFile()]);
  const remaining = async () =>
    (await app.db.select().from(contentPosts)).map(({ id }) => id).toSorted();
  const all = [blank.id, captioned.id, files.id].toSorted();
  await deleteBlankDrafts(app.db, new Date(Date.now() - 60_000));
  expect(await remaining()).toEqual(all);
  await deleteBlankDrafts(app.db, new Date(Date.now() + 60_000));
  expect(await remaining()).toEqual([captioned.id, files.id].toSorted());
});

test('the files of a draft can be reordered and removed', async () => {
  const [a, b, c] = await Promise.all([createReadyFile(), createReadyFile(), createReadyFile()]);
  const { id, ...created } = await createDraft([a!, b!, c!]);
  let { version } = created;
  for (const order of [
    [c!, a!, b!],
    [b!, c!],
    [a!, b!, c!],
  ]) {
    const { status, json } = await call('PUT', `/${id}/draft`, { ...draft(order), version });
    expect(status).toBe(200);
    ({ version } = json);
    expect(await filesOf(id)).toEqual(order);
  }
});

test('a scheduled post can be rescheduled, turned into a draft, or published immediately', async () => {
  const file = await createReadyFile();
  const { json } = await create(newPost([file], { publishAt: TOMORROW }));
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const moved = await call('POST', `/${json.id}/publish`, {
    ...newPost([file], { publishAt: later }),
    version: json.version,
  });
  expect(await read(json.id)).toMatchObject({ state: 'scheduled', publishAt: later });
  const back = await call('POST', `/${json.id}/unschedule`, { version: moved.json.version });
  expect(await read(json.id)).toMatchObject({ state: 'draft', publishAt: null });
  await call('POST', `/${json.id}/publish`, { ...newPost([file]), version: back.json.version });
  expect(await read(json.id)).toMatchObject({ state: 'published' });
});

test('only caption and category of a published post can be changed', async () => {
  const file = await createReadyFile();
  const { json } = await create(newPost([file]));
  const change = { caption: ' Later ', category: 'Goth', aiUse: 'none', version: json.version };
  const changed = await call('PATCH', `/${json.id}`, change);
  expect(changed.json.version).toBe(json.version + 1);
  expect(await read(json.id)).toMatchObject({ caption: 'Later', category: 'Goth' });
  const feed = await app.call('GET', '/api/feed', { user: fan });
  expect(feed.json.posts).toMatchObject([{ caption: 'Later', category: 'Goth' }]);
  expect((await call('PATCH', `/${json.id}`, change)).json.code).toBe('conflict');
  const { version } = changed.json;
  for (const [method, address, body] of [
    ['PUT', 'draft', draft([file])],
    ['POST', 'publish', newPost([file])],
    ['POST', 'unschedule', {}],
  ] as const) {
    const { json: refused } = await call(method, `/${json.id}/${address}`, { ...body, version });
    expect(refused.code, address).toBe('not-allowed-in-state');
  }
  const missing = await call('PATCH', `/${randomUUID()}`, change);
  expect([missing.status, missing.json.detail]).toEqual([404, 'Post not found']);
});

test('a deleted post disappears at once, and its files are listed for deletion', async () => {
  const file = await createReadyFile();
  const { json } = await create(newPost([file]));
  const [media] = await app.db.select().from(contentMedia).where(eq(contentMedia.id, file));
  await app.db.delete(deletedFiles);
  expect((await call('DELETE', `/${json.id}`)).status).toBe(200);
  expect([await inFeed(), await notified()]).toEqual([[], []]);
  const stem = media!.s3Key.replace('.jpg', '');
  const listed = await app.db.select().from(deletedFiles);
  expect(listed.map(({ key }) => key).toSorted()).toEqual(
    [media!.s3Key, `${stem}.w320.webp`, `${stem}.w640.webp`, `${stem}/`].toSorted(),
  );
  expect((await call('DELETE', `/${json.id}`)).status).toBe(404);
});

test('a file shared by two posts is deleted with the second', async () => {
  const shared = `content/${randomUUID()}.jpg`;
  const posts: string[] = [];
  for (let i = 0; i < 2; i++) {
    const file = await createUploadedFile(app, staff, { state: 'ready', s3Key: shared });
    posts.push((await create(newPost([file]))).json.id);
  }
  const isListed = async () =>
    (await app.db.select().from(deletedFiles)).some(({ key }) => key === shared);
  await call('DELETE', `/${posts[0]}`);
  expect(await isListed()).toBe(false);
  await call('DELETE', `/${posts[1]}`);
  expect(await isListed()).toBe(true);
});

test('only subscribers who may view the post are notified', async () => {
  const cancelling = await app.as('subscriber');
  await subscribe(app, cancelling, influencer, { cancelAt: new Date(Date.now() + 60_000) });
  for (const state of [{ status: 'paused' }, { cancelAt: new Date(0) }] as const) {
    await subscribe(app, await app.as('subscriber'), influencer, state);
  }
  await create(newPost([await createReadyFile()]));
  expect((await notified()).toSorted()).toEqual([fan.id, cancelling.id].toSorted());
});
