import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertPerformer } from '#src/features/agency/performers/server/performers.testing.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishDuePosts } from '#src/features/content/posts/server/publishing.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile, publish } from '#test/posts.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  influencer = await app.as('influencer');
});
beforeEach(() => app.db.delete(contentPosts));
afterAll(() => app.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const TOMORROW = inDays(1);
const LATER = inDays(3);
const BERLIN = 'Europe/Berlin';

const call = (method: string, address: string, body?: unknown, user = staff) =>
  app.call(method, `/api/posts${address}`, { user, body });
const createReadyFile = (user = staff) => createUploadedFile(app, user, { state: 'ready' });
const read = async (id: string) => (await call('GET', `/${id}`)).json.post;
const countPosts = async () => (await app.db.select().from(contentPosts)).length;

async function newPost(values: object = {}) {
  return {
    caption: 'Late evening light',
    category: 'Fitness',
    aiUse: 'none',
    influencerId: influencer.id,
    mediaIds: [await createReadyFile()],
    ...values,
  };
}

async function create(address: '' | '/drafts', values: object) {
  const { status, json } = await call('POST', address, await newPost(values));
  expect(status).toBe(200);
  return json as { id: string; version: number };
}
const schedule = (values: object = {}) =>
  create('', { publishAt: TOMORROW, timeZone: BERLIN, ...values });
const plan = (at = TOMORROW) => create('/drafts', { plan: { at, timeZone: BERLIN } });
const move = (id: string, version: number, at = LATER, timeZone = 'Asia/Tokyo', user = staff) =>
  call('POST', `/${id}/move`, { at, timeZone, version }, user);

describe('a scheduled post', () => {
  test('stores the time zone in which it was scheduled, by default that of the account', async () => {
    const chosen = await schedule();
    const unset = await schedule({ timeZone: undefined });
    await app.db.update(users).set({ timeZone: 'Asia/Tokyo' }).where(eq(users.id, staff.id));
    const ofAccount = await schedule({ timeZone: undefined });
    await app.db.update(users).set({ timeZone: null }).where(eq(users.id, staff.id));
    const now = await create('', {});
    const zones = await Promise.all([chosen, unset, ofAccount, now].map(({ id }) => read(id)));
    expect(zones.map(({ timeZone }) => timeZone)).toEqual([BERLIN, 'UTC', 'Asia/Tokyo', null]);
    const unknown = await call('POST', '', await newPost({ publishAt: TOMORROW, timeZone: 'X/Y' }));
    expect(unknown.json.errors).toMatchObject([{ path: 'timeZone' }]);
  });

  test('is moved, and moved back with the version of the move', async () => {
    const { id, version } = await schedule();
    const moved = await move(id, version);
    expect(await read(id)).toMatchObject({
      state: 'scheduled',
      publishAt: LATER,
      timeZone: 'Asia/Tokyo',
    });
    expect((await move(id, moved.json.version, TOMORROW, BERLIN)).status).toBe(200);
    expect(await read(id)).toMatchObject({ publishAt: TOMORROW, timeZone: BERLIN });
  });

  test('is not moved back after another change', async () => {
    const { id, version } = await schedule();
    const moved = await move(id, version);
    const change = {
      caption: 'Changed',
      category: 'Fitness',
      aiUse: 'none',
      version: moved.json.version,
    };
    await call('PATCH', `/${id}`, change, await app.as('staff'));
    const undone = await move(id, moved.json.version, TOMORROW);
    expect(undone.json).toMatchObject({
      code: 'conflict',
      detail: 'The post has changed since you opened it',
    });
    expect(await read(id)).toMatchObject({ publishAt: LATER });
  });

  test('of two people who move it at once, one is refused', async () => {
    const { id, version } = await schedule();
    const other = await app.as('staff');
    const answers = await Promise.all([
      move(id, version, LATER),
      move(id, version, inDays(5), BERLIN, other),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('is not moved into the past or once it is published', async () => {
    const { id, version } = await schedule();
    expect((await move(id, version, inDays(-1))).json.errors).toEqual([
      { path: 'at', message: 'Choose a time in the future' },
    ]);
    const published = await publish(app, influencer);
    expect((await move(published.id, 1)).json.code).toBe('not-allowed-in-state');
    const undated = await create('/drafts', {});
    expect((await move(undated.id, undated.version)).json.code).toBe('not-allowed-in-state');
  });

  test('gets other files, which must be ready like those of a draft', async () => {
    const { id, version } = await schedule();
    const content = { caption: 'Late evening light', category: 'Fitness', aiUse: 'none', version };
    const change = (mediaIds: string[]) => call('PATCH', `/${id}`, { ...content, mediaIds });
    const failed = await createUploadedFile(app, staff, { state: 'failed', failure: 'Damaged' });
    expect((await change([failed])).json.detail).toBe('Retry or remove the files that failed');
    expect((await change([])).json.errors).toMatchObject([{ path: 'mediaIds' }]);
    expect((await change([await createReadyFile(influencer)])).json.code).toBe('conflict');
    const [a, b] = [await createReadyFile(), await createReadyFile()];
    expect((await change([b, a])).status).toBe(200);
    const { media, publishAt, state } = await read(id);
    expect(media.map((file: { id: string }) => file.id)).toEqual([b, a]);
    expect([publishAt, state]).toEqual([TOMORROW, 'scheduled']);
  });

  test('whose time has passed is published when its failed file is replaced', async () => {
    const { id, version } = await schedule();
    await app.db
      .update(contentPosts)
      .set({ publishAt: sql`now() - interval '1 minute'` })
      .where(eq(contentPosts.id, id));
    await app.db
      .update(contentMedia)
      .set({ state: 'failed', failure: 'Damaged' })
      .where(eq(contentMedia.postId, id));
    await publishDuePosts(app);
    expect(await read(id)).toMatchObject({ state: 'scheduled' });
    const mediaIds = [await createReadyFile()];
    await call('PATCH', `/${id}`, {
      caption: 'A',
      category: 'Fitness',
      aiUse: 'none',
      mediaIds,
      version,
    });
    const { state } = await read(id);
    expect(state).toBe('published');
    const later = {
      caption: 'A',
      category: 'Fitness',
      aiUse: 'none',
      mediaIds,
      version: version + 1,
    };
    expect((await call('PATCH', `/${id}`, later)).json.code).toBe('not-allowed-in-state');
  });
});

describe('a draft with a planned time', () => {
  test('is not published at its time, and can be moved', async () => {
    const { id, version } = await plan();
    expect(await read(id)).toMatchObject({
      state: 'draft',
      plannedAt: TOMORROW,
      timeZone: BERLIN,
      publishAt: null,
    });
    expect((await move(id, version)).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'draft', plannedAt: LATER, publishAt: null });
    await app.db.update(contentPosts).set({ plannedAt: sql`now() - interval '1 minute'` });
    await publishDuePosts(app);
    expect(await read(id)).toMatchObject({ state: 'draft' });
  });

  test('is what remains of a scheduled post, and becomes one again', async () => {
    const { id, version } = await schedule();
    const draft = await call('POST', `/${id}/unschedule`, { version });
    expect(await read(id)).toMatchObject({ plannedAt: TOMORROW, publishAt: null });
    const { media } = await read(id);
    const post = await newPost({ mediaIds: [media[0].id], publishAt: LATER, timeZone: BERLIN });
    await call('POST', `/${id}/publish`, { ...post, version: draft.json.version });
    expect(await read(id)).toMatchObject({ plannedAt: null, publishAt: LATER });
  });
});

describe('posts for many files', () => {
  async function planned(isScheduled: boolean, mediaIds: string[], caption = 'Soon') {
    const posts = mediaIds.map((mediaId, index) => ({ caption, mediaId, at: inDays(index + 1) }));
    const body = { influencerId: influencer.id, category: 'Goth', aiUse: 'none', timeZone: BERLIN };
    return call('POST', '/plan', { ...body, isScheduled, posts });
  }
  const states = async () =>
    (await call('GET', '?sort=oldest')).json.posts.map(({ state }: { state: string }) => state);

  test('contain the people who are chosen for all of them', async () => {
    const performerId = await insertPerformer(app.db, influencer.id);
    for (const isScheduled of [true, false]) {
      const mediaId = await createReadyFile();
      const { json } = await call('POST', '/plan', {
        influencerId: influencer.id,
        performerIds: [performerId],
        category: 'Cosplay',
        aiUse: 'none',
        timeZone: BERLIN,
        isScheduled,
        posts: [{ caption: 'Soon', mediaId, at: TOMORROW }],
      });
      expect((await read(json.posts[0].id)).people).toMatchObject([{ id: performerId }]);
    }
  });

  test('become drafts with a planned time, or scheduled posts', async () => {
    const files = await Promise.all([createReadyFile(), createReadyFile(), createReadyFile()]);
    const { json } = await planned(false, files.slice(0, 2), '');
    expect(await read(json.posts[1].id)).toMatchObject({
      state: 'draft',
      category: 'Goth',
      aiUse: 'none',
      timeZone: BERLIN,
      media: [{ id: files[1] }],
    });
    await planned(true, files.slice(2));
    expect(await states()).toEqual(['draft', 'draft', 'scheduled']);
  });

  test('are created all or not at all', async () => {
    const file = await createReadyFile();
    const taken = await createReadyFile(influencer);
    expect((await planned(false, [file, taken])).json.code).toBe('conflict');
    expect(await countPosts()).toBe(0);
    const missing = await planned(true, [file], '  ');
    expect(missing.json.errors).toEqual([
      { path: 'posts.0.caption', message: 'Caption is required' },
    ]);
    const repeated = await planned(false, [file, file]);
    expect(repeated.json.code).toBe('conflict');
    expect(await countPosts()).toBe(0);
    expect((await planned(true, [file])).status).toBe(200);
  });
});

describe('the calendar', () => {
  const calendar = async (user: TestUser, from: string, to: string) => {
    const query = `from=${from}&to=${to}`;
    const { json } = await app.call('GET', `/api/calendar?${query}`, { user });
    return json.posts?.map(({ id }: { id: string }) => id);
  };

  test('shows published, scheduled and planned posts of the period in order', async () => {
    const scheduled = await schedule({ publishAt: LATER });
    const draft = await plan();
    const { id: published } = await publish(app, influencer);
    await create('/drafts', {});
    expect(await calendar(staff, inDays(-1), inDays(9))).toEqual([
      published,
      draft.id,
      scheduled.id,
    ]);
    expect(await calendar(staff, TOMORROW, LATER)).toEqual([draft.id]);
    const tooLong = `from=${inDays(0)}&to=${inDays(50)}`;
    const { status } = await app.call('GET', `/api/calendar?${tooLong}`, { user: staff });
    expect(status).toBe(400);
  });

  test('shows influencers their own scheduled and published posts, no drafts', async () => {
    const { id } = await schedule();
    await plan();
    await schedule({ influencerId: (await app.as('influencer')).id });
    expect(await calendar(influencer, inDays(0), inDays(9))).toEqual([id]);
  });

  test('lists influencers by the time since their last post, with the next one', async () => {
    const [never, lately] = [await app.as('influencer'), await app.as('influencer')];
    await publish(app, influencer, { publishedAt: new Date(inDays(-9)) });
    await publish(app, lately, { publishedAt: new Date(inDays(-2)) });
    await schedule({ influencerId: lately.id, publishAt: LATER });
    await schedule({ influencerId: lately.id });
    await plan();
    const { json } = await app.call('GET', '/api/calendar/influencers', { user: staff });
    const shown = json.influencers as { id: string; lastAt: string; nextAt: string | null }[];
    const ids = shown.map(({ id }) => id);
    expect(ids.slice(-2)).toEqual([influencer.id, lately.id]);
    expect(ids).toContain(never.id);
    expect(shown.slice(-2).map(({ nextAt }) => nextAt)).toEqual([null, TOMORROW]);
  });
});

describe('the list of posts', () => {
  test('is filtered by the date of publication, of the schedule or of the plan', async () => {
    const scheduled = await schedule({ publishAt: LATER });
    const draft = await plan();
    const { id: published } = await publish(app, influencer);
    const found = async (query: string) =>
      (await call('GET', `?sort=oldest&${query}`)).json.posts.map(({ id }: { id: string }) => id);
    expect(await found(`from=${TOMORROW}`)).toEqual([scheduled.id, draft.id]);
    expect(await found(`to=${TOMORROW}`)).toEqual([published]);
    expect(await found(`from=${TOMORROW}&to=${LATER}`)).toEqual([draft.id]);
    expect((await call('GET', '?from=0000-01-01T00:00:00Z')).status).toBe(400);
  });

  test('is exported with its filters', async () => {
    await schedule({ caption: '=Later' });
    await plan();
    const response = await app.app.request('/api/posts.csv?state=scheduled', {
      headers: { cookie: staff.cookie },
    });
    const [head, ...lines] = (await response.text()).trim().split('\r\n');
    expect(head).toContain('Influencer,Caption,Category,AI,State,Scheduled or Planned,Time Zone');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`'=Later,Fitness,No AI,Scheduled,${TOMORROW},${BERLIN}`);
  });
});
