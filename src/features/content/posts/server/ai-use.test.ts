import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile, publish, subscribe } from '#test/posts.ts';
import { contentPosts } from './posts.table.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [staff, influencer] = [await app.as('staff'), await app.as('influencer')];
});
afterAll(() => app.close());

const TOMORROW = new Date(Date.now() + 86_400_000);
const call = (method: string, address: string, body?: unknown, user = staff) =>
  app.call(method, `/api/posts${address}`, { user, body });
const read = async (id: string) => (await call('GET', `/${id}`)).json.post;

const content = (values: object) => ({
  caption: 'An evening',
  category: 'Cosplay',
  influencerId: influencer.id,
  ...values,
});
async function withFile(values: object) {
  const mediaIds = [await createUploadedFile(app, staff, { state: 'ready' })];
  return content({ mediaIds, ...values });
}
async function addDraft(values: object) {
  const { json } = await call('POST', '/drafts', await withFile(values));
  return json as { id: string; version: number };
}
/** A post that was scheduled before the statement was required. */
async function addEarlier(publishedAt: Date | null = new Date()): Promise<string> {
  const { id } = await publish(app, influencer, { publishedAt });
  await app.db.transaction(async (tx) => {
    // No other path creates such a post any more.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.update(contentPosts).set({ aiUse: null }).where(eq(contentPosts.id, id));
  });
  return id;
}

type Statement = { aiUse?: 'none' | 'altered' | 'generated' };
type Way = (statement: Statement) => Promise<{ isDone: boolean }>;
const succeeds = async (response: Promise<{ status: number }>) => ({
  isDone: (await response).status === 200,
});
const bySql = (run: Promise<unknown>) =>
  run.then(() => ({ isDone: true })).catch(() => ({ isDone: false }));

const WAYS: Record<string, Way> = {
  'a new post': async (statement) => succeeds(call('POST', '', await withFile(statement))),
  'a draft that is published': async (statement) => {
    const { id, version } = await addDraft({});
    const body = { ...(await withFile(statement)), version };
    return succeeds(call('POST', `/${id}/publish`, body));
  },
  'a draft that is scheduled': async (statement) => {
    const { id, version } = await addDraft({});
    const time = { publishAt: TOMORROW, timeZone: 'UTC' };
    const body = { ...(await withFile(statement)), ...time, version };
    return succeeds(call('POST', `/${id}/publish`, body));
  },
  'many drafts that are published': async (statement) => {
    const { id } = await addDraft(statement);
    const { json } = await call('POST', '/publish', { ids: [id] });
    return { isDone: json.changed.length === 1 };
  },
  'one post for each of many files': async (statement) => {
    const mediaId = await createUploadedFile(app, staff, { state: 'ready' });
    const { caption, ...shared } = content(statement);
    const posts = [{ caption, mediaId, at: TOMORROW }];
    const body = { ...shared, timeZone: 'UTC', isScheduled: true, posts };
    return succeeds(call('POST', '/plan', body));
  },
  'a changed post': async (statement) => {
    const id = await addEarlier();
    const { caption, category } = content({});
    return succeeds(call('PATCH', `/${id}`, { caption, category, version: 1, ...statement }));
  },
  'an insertion by SQL': (statement) =>
    bySql(
      app.db.insert(contentPosts).values({
        influencerId: influencer.id,
        caption: 'An evening',
        category: 'Cosplay',
        publishAt: TOMORROW,
        ...statement,
      }),
    ),
  'an update by SQL': async (statement) => {
    const { id } = await addDraft({});
    return bySql(
      app.db
        .update(contentPosts)
        .set({ publishAt: TOMORROW, ...statement })
        .where(eq(contentPosts.id, id)),
    );
  },
};

describe.each(Object.entries(WAYS))('%s', (_name, run) => {
  test.each([
    [{}],
    [{ aiUse: 'none' }],
    [{ aiUse: 'altered' }],
    [{ aiUse: 'generated' }],
  ] satisfies [Statement][])('may say %j', async (statement) => {
    expect(await run(statement)).toEqual({ isDone: true });
  });
});

test('a statement cannot be removed, and a post may have none', async () => {
  const { id } = await publish(app, influencer, { aiUse: 'generated' });
  await expect(
    app.db.update(contentPosts).set({ aiUse: null }).where(eq(contentPosts.id, id)),
  ).rejects.toMatchObject({ cause: { constraint: 'content_posts_ai_use_stated' } });
  expect(await read((await addDraft({})).id)).toMatchObject({ aiUse: null });
  const draft = await addDraft({ aiUse: 'altered' });
  const body = { ...(await withFile({})), aiUse: null, plan: null, version: draft.version };
  expect((await call('PUT', `/${draft.id}/draft`, body)).status).toBe(200);
  expect(await read(draft.id)).toMatchObject({ aiUse: 'altered' });
});

test('posts from before the rule stay published, and can be moved', async () => {
  const published = await addEarlier();
  await app.db.update(contentPosts).set({ version: 1 }).where(eq(contentPosts.id, published));
  expect(await read(published)).toMatchObject({ state: 'published', aiUse: null });
  const scheduled = await addEarlier(null);
  const move = { at: TOMORROW, timeZone: 'UTC', version: 1 };
  expect((await call('POST', `/${scheduled}/move`, move)).status).toBe(200);
});

test('fans read the label of open and of locked posts, and none of posts without AI', async () => {
  const [fan, other] = [await app.as('subscriber'), await app.as('influencer')];
  await subscribe(app, fan, other);
  await publish(app, other, { aiUse: 'none', caption: 'No' });
  await publish(app, other, { aiUse: 'altered', caption: 'Altered' });
  await publish(app, other, { aiUse: 'generated', caption: 'Generated' });
  const labels = async (user: TestUser) => {
    const address = `/api/feed/public?influencerId=${other.id}`;
    const { json } = await app.call('GET', address, { user });
    type Card = { caption: string; locked: boolean; aiLabel: string | null };
    return Object.fromEntries(
      json.posts.map(({ caption, locked, aiLabel }: Card) => [caption, [locked, aiLabel]]),
    );
  };
  const expected = (locked: boolean) => ({
    No: [locked, null],
    Altered: [locked, 'altered'],
    Generated: [locked, 'generated'],
  });
  expect(await labels(fan)).toEqual(expected(false));
  expect(await labels(await app.as('subscriber'))).toEqual(expected(true));
});

test('staff filter by the label, find the posts without one, and label many at once', async () => {
  const other = await app.as('influencer');
  const ids = await Promise.all(
    (['none', 'altered', 'generated'] as const).map(async (aiUse) => {
      const { json } = await call('POST', '', {
        ...(await withFile({ aiUse })),
        influencerId: other.id,
      });
      return json.id as string;
    }),
  );
  const { json: draft } = await call('POST', '/drafts', {
    ...(await withFile({})),
    influencerId: other.id,
  });
  const find = async (aiUse: string) => {
    const { json } = await call('GET', `?influencerId=${other.id}&aiUse=${aiUse}`);
    return json.posts.map(({ id }: { id: string }) => id);
  };
  expect(await find('generated')).toEqual([ids[2]]);
  expect(await find('unstated')).toEqual([draft.id]);
  const { json } = await call('PUT', '/ai-use', { ids: [...ids, draft.id], aiUse: 'altered' });
  expect(json).toEqual({ changed: [...ids, draft.id], refused: [] });
  expect(new Set(await find('altered'))).toEqual(new Set([...ids, draft.id]));
  expect((await read(ids[1]!)).version).toBe(2);
});
