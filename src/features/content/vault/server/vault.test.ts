import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { deletedFiles } from '#src/platform/storage/deleted-files.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { createUploadedFile } from '#test/posts.ts';
import type { VaultFile } from '../vault.schema.ts';

let app: TestApp;
let staff: TestUser;
let mara: TestUser;
let noor: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  mara = await app.as('influencer');
  noor = await app.as('influencer');
});
beforeEach(async () => {
  await app.db.delete(contentPosts);
  await app.db.delete(contentMedia);
  await app.db.delete(deletedFiles);
});
afterAll(() => app.close());

const createReadyFile = (user: TestUser, fileName = 'evening.jpg') =>
  createUploadedFile(app, user, { state: 'ready', fileName });

/** Creates a draft for an influencer. */
async function createDraft(mediaIds: string[], influencer: TestUser | null = mara, user = staff) {
  const body = { caption: '', category: null, influencerId: influencer?.id ?? null, mediaIds };
  return app.call('POST', '/api/posts/drafts', { user, body });
}

/** Publishes a new file for an influencer. */
async function publishFile(influencer = mara, fileName?: string) {
  const mediaId = await createReadyFile(staff, fileName);
  const body = {
    caption: 'Evening',
    category: 'Cosplay',
    aiUse: 'none',
    influencerId: influencer.id,
    mediaIds: [mediaId],
  };
  const { status, json } = await app.call('POST', '/api/posts', { user: staff, body });
  expect(status).toBe(200);
  return { postId: json.id as string, mediaId };
}

const list = async (user: TestUser, query = ''): Promise<VaultFile[]> =>
  (await app.call('GET', `/api/vault${query}`, { user })).json.files;
const reuse = (ids: string[], user = staff) =>
  app.call('POST', '/api/vault/reuse', { user, body: { ids } });
const reuseOne = async (id: string, user = staff) =>
  (await reuse([id], user)).json.media[0].id as string;
const namesOf = (files: VaultFile[]) => files.map(({ media }) => media.fileName).toSorted();

describe('the vault', () => {
  test('lists each file of an influencer once, with the posts and tasks that contain it', async () => {
    const { mediaId, postId } = await publishFile();
    const { json: draft } = await createDraft([await reuseOne(mediaId)]);
    const submitted = await createReadyFile(mara, 'submitted.jpg');
    const taskId = await insertTask(app, mara, 'in_progress');
    const body = { notes: 'Here', method: 'Upload', mediaIds: [submitted], aiUse: 'none' };
    await app.call('POST', `/api/tasks/${taskId}/submit`, { user: mara, body });
    // Neither unused files nor files of a draft without an influencer belong to an influencer.
    await createReadyFile(staff, 'unused.jpg');
    await createDraft([await createReadyFile(staff, 'nobody.jpg')], null);

    const files = await list(staff);
    expect(
      files.map(({ media, influencer, postCount, taskCount }) => [
        media.fileName,
        influencer.id,
        postCount,
        taskCount,
      ]),
    ).toEqual([
      ['submitted.jpg', mara.id, 0, 1],
      ['evening.jpg', mara.id, 2, 0],
    ]);
    const { json: used } = await app.call('GET', `/api/vault/${mediaId}/posts`, { user: staff });
    expect(used.posts.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      [draft.id, 'draft'],
      [postId, 'published'],
    ]);
    const ofTask = await app.call('GET', `/api/vault/${submitted}/tasks`, { user: staff });
    expect(ofTask.json.tasks).toEqual([
      { id: taskId, title: expect.any(String), status: 'completed', dueDate: null },
    ]);
  });

  test('can be filtered by influencer, type and file name, and is read page by page', async () => {
    await publishFile(mara, 'sunrise.jpg');
    await publishFile(noor, 'sunset.jpg');
    expect(namesOf(await list(staff))).toEqual(['sunrise.jpg', 'sunset.jpg']);
    expect(namesOf(await list(staff, `?influencerId=${noor.id}`))).toEqual(['sunset.jpg']);
    expect(namesOf(await list(staff, '?search=rise'))).toEqual(['sunrise.jpg']);
    expect(namesOf(await list(staff, '?mediaType=video'))).toEqual([]);

    for (let made = 0; made < 25; made++) await publishFile(mara, `more-${made}.jpg`);
    const { json: first } = await app.call('GET', '/api/vault', { user: staff });
    const { json: second } = await app.call('GET', `/api/vault?cursor=${first.nextCursor}`, {
      user: staff,
    });
    const ids = [...first.files, ...second.files].map(({ media }: VaultFile) => media.id);
    expect([first.files.length, new Set(ids).size, second.nextCursor]).toEqual([24, 27, null]);
  });

  test('limited staff find the files of their influencers only', async () => {
    const limited = await createLimitedStaff(app, mara);
    const own = await publishFile(mara, 'own.jpg');
    const foreign = await publishFile(noor, 'foreign.jpg');
    expect(namesOf(await list(limited))).toEqual(['own.jpg']);
    expect(namesOf(await list(limited, `?influencerId=${noor.id}`))).toEqual([]);
    expect((await reuse([foreign.mediaId], limited)).status).toBe(409);
    expect((await reuse([own.mediaId], limited)).json.media[0]).toMatchObject({
      fileName: 'own.jpg',
      state: 'ready',
    });
  });

  test('an influencer finds own uploads and files of visible posts, but no files of drafts', async () => {
    await publishFile(mara, 'published.jpg');
    await publishFile(noor, 'foreign.jpg');
    const { mediaId } = await publishFile(mara, 'both.jpg');
    await createDraft([await reuseOne(mediaId), await createReadyFile(staff, 'draft.jpg')]);
    const files = await list(mara);
    expect(namesOf(files)).toEqual(['both.jpg', 'published.jpg']);
    expect(files.find(({ media }) => media.id === mediaId)?.postCount).toBe(1);
    const { json } = await app.call('GET', `/api/vault/${mediaId}/posts`, { user: mara });
    expect(json.posts.map(({ state }: { state: string }) => state)).toEqual(['published']);
  });
});

test('an influencer learns nothing of the draft that contains their submitted file', async () => {
  const mediaId = await createReadyFile(mara, 'submitted.jpg');
  const taskId = await insertTask(app, mara, 'in_progress');
  await app.db.update(contentMedia).set({ taskId }).where(eq(contentMedia.id, mediaId));
  const { json: draft } = await createDraft([mediaId]);
  const postsOf = async (user: TestUser) =>
    (await app.call('GET', `/api/vault/${mediaId}/posts`, { user })).json.posts;
  expect(await list(mara)).toMatchObject([{ postCount: 0, taskCount: 1 }]);
  expect(await postsOf(mara)).toEqual([]);
  expect(await list(staff)).toMatchObject([{ postCount: 1, taskCount: 1 }]);
  expect(await postsOf(staff)).toMatchObject([{ id: draft.id, state: 'draft' }]);
});

describe('a reused file', () => {
  test('can be placed in posts and tasks of its influencer, and not of another one', async () => {
    const { mediaId } = await publishFile();
    expect((await createDraft([await reuseOne(mediaId)])).status).toBe(200);
    for (const other of [noor, null]) {
      const refused = await createDraft([await reuseOne(mediaId)], other);
      expect(refused.json).toMatchObject({
        code: 'invalid-input',
        detail: 'Files from the vault can only be used for their influencer',
      });
    }
    const taskId = await insertTask(app, mara, 'in_progress');
    const body = {
      notes: 'Again',
      method: 'Upload',
      aiUse: 'none',
      mediaIds: [await reuseOne(mediaId, mara)],
    };
    const submitted = await app.call('POST', `/api/tasks/${taskId}/submit`, { user: mara, body });
    expect(submitted.status).toBe(200);
    expect(await list(mara)).toMatchObject([{ postCount: 1, taskCount: 1 }]);
  });

  test('stays with its influencer when the draft changes to another one', async () => {
    const { mediaId } = await publishFile();
    const { json: draft } = await createDraft([await reuseOne(mediaId)]);
    const [file] = await app.db
      .select()
      .from(contentMedia)
      .where(eq(contentMedia.postId, draft.id));
    const body = {
      caption: '',
      category: null,
      influencerId: noor.id,
      mediaIds: [file!.id],
      version: draft.version,
    };
    const moved = await app.call('PUT', `/api/posts/${draft.id}/draft`, { user: staff, body });
    expect(moved.json).toMatchObject({
      code: 'invalid-input',
      detail: 'Files from the vault can only be used for their influencer',
    });
  });

  test('keeps the stored files until the last post that contains it is deleted', async () => {
    const { mediaId, postId } = await publishFile();
    const { json: draft } = await createDraft([await reuseOne(mediaId)]);
    const [{ s3Key } = { s3Key: '' }] = await app.db
      .select({ s3Key: contentMedia.s3Key })
      .from(contentMedia)
      .where(eq(contentMedia.id, mediaId));
    const listed = async () => (await app.db.select().from(deletedFiles)).map(({ key }) => key);
    await app.call('DELETE', `/api/posts/${postId}`, { user: staff });
    expect(await listed()).not.toContain(s3Key);
    await app.call('DELETE', `/api/posts/${draft.id}`, { user: staff });
    expect(await listed()).toContain(s3Key);
  });

  test('lists the stored files as deleted once when two posts with it are deleted at the same time', async () => {
    const { mediaId, postId } = await publishFile();
    const { json: draft } = await createDraft([await reuseOne(mediaId)]);
    await Promise.all(
      [postId, draft.id].map((id) =>
        app.call('DELETE', `/api/posts/${id}`, { user: staff, body: {} }),
      ),
    );
    const keys = (await app.db.select().from(deletedFiles)).map(({ key }) => key);
    expect(keys.filter((key) => key.endsWith('.jpg'))).toHaveLength(1);
  });

  test('cannot be a file that has left the vault', async () => {
    const { mediaId, postId } = await publishFile();
    await app.call('DELETE', `/api/posts/${postId}`, { user: staff });
    const { status, json } = await reuse([mediaId]);
    expect([status, json.detail]).toEqual([409, 'A file no longer exists']);
  });
});
