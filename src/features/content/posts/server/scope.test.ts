import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';
import { createUploadedFile, publish } from '#test/posts.ts';

let app: TestApp;
let staff: TestUser;
let other: TestUser;
let ownInfluencer: TestUser;
let otherInfluencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  other = await app.as('staff');
  ownInfluencer = await app.as('influencer');
  otherInfluencer = await app.as('influencer');
  await limitStaffTo(app, staff, ownInfluencer);
});
afterAll(() => app.close());

const draft = (values: object = {}) => ({
  caption: 'Unfinished',
  category: null,
  influencerId: null,
  mediaIds: [],
  ...values,
});
const call = (method: string, address: string, body?: unknown, user = staff) =>
  app.call(method, `/api/posts${address}`, { user, body });
async function createDraft(values: object = {}, user = staff) {
  const { status, json } = await call('POST', '/drafts', draft(values), user);
  expect(status).toBe(200);
  return json as { id: string; version: number };
}
const status = async (...args: Parameters<typeof call>) => (await call(...args)).status;
const listed = async (user = staff) =>
  (await call('GET', '', undefined, user)).json.posts.map(({ id }: { id: string }) => id);

async function mediaStatus(mediaId: string, user = staff) {
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [user.id],
  );
  const mediaToken = app.mediaTokens.issue(rows[0]!.id);
  return (await app.call('GET', `/media/${mediaId}/w320?${mediaToken}`, { user })).status;
}
const submitFile = async (assignee: TestUser, values: object = {}) => {
  const [task] = await app.db
    .insert(tasks)
    .values({ title: 'Shoot', assignedTo: assignee.id, assignedBy: other.id })
    .returning({ id: tasks.id });
  return createUploadedFile(app, assignee, { state: 'ready', taskId: task!.id, ...values });
};

test('limited staff list the posts of their influencers and own drafts without an influencer', async () => {
  const own = await publish(app, ownInfluencer);
  await publish(app, otherInfluencer);
  const { id } = await createDraft();
  const ofOthers = await createDraft({}, other);
  expect(await listed()).toEqual([id, own.id]);
  expect(await listed(other)).toHaveLength(4);
  const { json } = await call('GET', `?influencerId=${otherInfluencer.id}`);
  expect(json.posts).toEqual([]);
  expect(await status('GET', `/${ofOthers.id}`)).toBe(404);
  expect(await status('GET', `/${id}`)).toBe(200);
});

test('other limited staff cannot access a draft without an influencer', async () => {
  const { id, version } = await createDraft({}, other);
  expect(await status('PUT', `/${id}/draft`, { ...draft(), version })).toBe(404);
  const given = { ...draft({ influencerId: ownInfluencer.id }), version };
  expect(await status('PUT', `/${id}/draft`, given)).toBe(404);
  expect(await status('DELETE', `/${id}`)).toBe(404);
  expect(await status('DELETE', `/${id}`, undefined, other)).toBe(200);
});

test('limited staff cannot move a draft from or to an influencer outside their scope', async () => {
  const theirs = await createDraft({ influencerId: otherInfluencer.id }, other);
  const taken = { ...draft({ influencerId: ownInfluencer.id }), version: theirs.version };
  expect(await status('PUT', `/${theirs.id}/draft`, taken)).toBe(404);
  const own = await createDraft({ influencerId: ownInfluencer.id });
  const save = (influencerId: string) =>
    call('PUT', `/${own.id}/draft`, { ...draft({ influencerId }), version: own.version });
  const given = await save(otherInfluencer.id);
  expect(given.json).toEqual((await save(randomUUID())).json);
  expect(given.json.errors).toEqual([{ path: 'influencerId', message: 'Influencer not found' }]);
  expect((await save(ownInfluencer.id)).status).toBe(200);
});

test('limited staff can remove the influencer from own drafts only', async () => {
  const own = await createDraft({ influencerId: ownInfluencer.id });
  const ofOthers = await createDraft({ influencerId: ownInfluencer.id }, other);
  const cleared = (version: number) => ({ ...draft(), version });
  const { json } = await call('PUT', `/${ofOthers.id}/draft`, cleared(ofOthers.version));
  expect(json.errors).toEqual([{ path: 'influencerId', message: 'Influencer is required' }]);
  expect(await status('PUT', `/${own.id}/draft`, cleared(own.version))).toBe(200);
  expect((await call('GET', `/${ofOthers.id}`)).json.post.influencer.id).toBe(ownInfluencer.id);
});

test('a media token from before the limit does not bypass it', async () => {
  const late = await app.as('staff');
  const { mediaId } = await publish(app, otherInfluencer, { mediaType: 'image' });
  const { mediaToken } = (await call('GET', '', undefined, late)).json;
  const address = `/media/${mediaId}/w320?${mediaToken}`;
  expect((await app.call('GET', address, { user: late })).status).toBe(200);
  await limitStaffTo(app, late, ownInfluencer);
  expect((await app.call('GET', address, { user: late })).status).toBe(404);
  await limitStaffTo(app, late, otherInfluencer);
  expect((await app.call('GET', address, { user: late })).status).toBe(200);
});

test('limited staff can view files of posts and tasks of their influencers, and own unused files', async () => {
  const { mediaId: inOwnDraft } = await addToPost(await createDraft());
  const visible = {
    'own, unused': await createUploadedFile(app, staff, { state: 'ready' }),
    'in own draft': inOwnDraft,
    'in a post': (await publish(app, ownInfluencer)).mediaId,
    'in a task': await submitFile(ownInfluencer),
  };
  const { mediaId: inDraftOfOthers } = await addToPost(await createDraft({}, other));
  const hidden = {
    'of others, unused': await createUploadedFile(app, other, { state: 'ready' }),
    'in a draft of others': inDraftOfOthers,
    'in a foreign post': (await publish(app, otherInfluencer)).mediaId,
    'in a foreign task': await submitFile(otherInfluencer),
    'submitted for a task, then used for another influencer': (
      await addToPost(
        { id: (await publish(app, otherInfluencer)).id },
        await submitFile(ownInfluencer),
      )
    ).mediaId,
    missing: randomUUID(),
  };
  const ids = [...Object.values(visible), ...Object.values(hidden)];
  const { json } = await app.call('GET', `/api/media?ids=${ids.join()}`, { user: staff });
  const listedIds = json.media.map(({ id }: { id: string }) => id);
  expect(listedIds.toSorted()).toEqual(Object.values(visible).toSorted());
  for (const [name, id] of Object.entries(visible)) expect(await mediaStatus(id), name).toBe(200);
  for (const [name, id] of Object.entries(hidden)) expect(await mediaStatus(id), name).toBe(404);
});

test('an influencer can view own submitted files only', async () => {
  const own = await submitFile(ownInfluencer);
  expect(await mediaStatus(own, ownInfluencer)).toBe(200);
  expect(await mediaStatus(own, otherInfluencer)).toBe(404);
  expect(
    await mediaStatus(await createUploadedFile(app, staff, { state: 'ready' }), ownInfluencer),
  ).toBe(404);
});

/** Adds a file at the end of a post. */
async function addToPost({ id }: { id: string }, mediaId?: string) {
  const file = mediaId ?? (await createUploadedFile(app, other, { state: 'ready' }));
  await app.db
    .update(contentMedia)
    .set({ postId: id, displayOrder: 9 })
    .where(eq(contentMedia.id, file));
  return { mediaId: file };
}
