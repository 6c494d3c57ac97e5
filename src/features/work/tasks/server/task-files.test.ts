import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { deleteUnusedUploads } from '#src/features/content/media/server/unused-uploads.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { deletedFiles } from '#src/platform/storage/deleted-files.table.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { createUploadedFile } from '#test/posts.ts';
import { createUploader } from '#test/upload.ts';
import type { TaskFile } from '../tasks.schema.ts';
import { insertTask, HOUR, inHours } from './tasks.testing.ts';

let app: TestApp;
let staff: TestUser;
let mara: TestUser;
let noor: TestUser;
let limited: TestUser;
let outOfScope: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  mara = await app.as('influencer');
  noor = await app.as('influencer');
  limited = await createLimitedStaff(app, mara);
  outOfScope = await createLimitedStaff(app, noor);
});
beforeEach(async () => {
  await app.db.delete(contentPosts);
  await app.db.delete(contentMedia);
  await app.db.delete(deletedFiles);
});
afterAll(() => app.close());

const createReadyFile = (user: TestUser) => createUploadedFile(app, user, { state: 'ready' });
const submit = (taskId: string, mediaIds: string[], user = mara) =>
  app.call('POST', `/api/tasks/${taskId}/submit`, {
    user,
    body: { notes: 'Here they are', method: 'Upload', mediaIds, aiUse: 'none' },
  });
const openTask = async (taskId: string, user = staff) =>
  (await app.call('GET', `/api/tasks/${taskId}`, { user })).json;
const filesOf = async (taskId: string) =>
  ((await openTask(taskId)).task.files as TaskFile[]).map(({ id }) => id);

/** Submits files of Mara for one of her tasks. */
async function submitFiles(count = 1) {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.push(await createReadyFile(mara));
  const taskId = await insertTask(app, mara, 'in_progress');
  expect((await submit(taskId, ids)).status).toBe(200);
  return { taskId, ids, id: ids[0]! };
}

const stored = async (id: string) =>
  (await app.db.select().from(contentMedia).where(eq(contentMedia.id, id)))[0] ?? null;

async function issueMediaToken(user: TestUser): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1 order by created_at desc limit 1',
    [user.id],
  );
  return app.mediaTokens.issue(rows[0]!.id);
}
const mediaStatus = async (id: string, user: TestUser) => {
  const address = `/media/${id}/w320?${await issueMediaToken(user)}`;
  return (await app.app.request(address, { headers: { cookie: user.cookie } })).status;
};

describe('uploading', () => {
  test('only the uploading influencer can access an uploaded file', async () => {
    const gif = Buffer.from('GIF89a and whatever else there is');
    const { response, address } = await createUploader(app, mara).upload('a.gif', gif);
    expect(response.status).toBe(204);
    expect((await createUploader(app, noor).head(address)).status).toBe(404);
    expect((await createUploader(app, noor).remove(address)).status).toBe(404);
    const [file] = await app.db.select().from(contentMedia);
    expect(file).toMatchObject({ createdBy: mara.id, taskId: null, postId: null });
    const countVisible = async (user: TestUser) =>
      (await app.call('GET', `/api/media?ids=${file!.id}`, { user })).json.media.length;
    expect([await countVisible(mara), await countVisible(noor)]).toEqual([1, 0]);
    expect((await createUploader(app, mara).remove(address)).status).toBe(204);
  });

  test('an influencer can retry only own failed files', async () => {
    const failed = { state: 'failed', failure: 'Broken' } as const;
    const [own, other] = [
      await createUploadedFile(app, mara, failed),
      await createUploadedFile(app, noor, failed),
    ];
    const retry = async (id: string) =>
      (await app.call('POST', `/api/media/${id}/retry`, { user: mara })).status;
    expect([await retry(own), await retry(other)]).toEqual([200, 409]);
    expect((await stored(other))?.state).toBe('failed');
  });
});

describe('submitting files', () => {
  test('submitted files belong to the task, in the order of submission', async () => {
    const ids = [
      await createReadyFile(mara),
      await createReadyFile(mara),
      await createReadyFile(mara),
    ].toReversed();
    const taskId = await insertTask(app, mara);
    expect((await submit(taskId, ids)).status).toBe(200);
    expect(await filesOf(taskId)).toEqual(ids);
    expect((await openTask(taskId, mara)).task.files).toHaveLength(3);
  });

  test('a file in processing can be submitted', async () => {
    const id = await createUploadedFile(app, mara);
    expect((await submit(await insertTask(app, mara), [id])).status).toBe(200);
  });

  test.each([
    ['of someone else', () => createReadyFile(noor)],
    ['of the back office', () => createReadyFile(staff)],
    ['that failed', () => createUploadedFile(app, mara, { state: 'failed', failure: 'Broken' })],
    ['that does not exist', async () => crypto.randomUUID()],
    ['that was submitted before', async () => (await submitFiles()).id],
    [
      'that is in a post',
      async () => {
        const [post] = await app.db
          .insert(contentPosts)
          .values({ influencerId: mara.id, caption: '' })
          .returning();
        return createUploadedFile(app, mara, { state: 'ready', postId: post!.id, displayOrder: 0 });
      },
    ],
  ])('a submission with a file %s is refused as a whole', async (_what, make) => {
    const [own, wrong] = [await createReadyFile(mara), await make()];
    const before = await stored(wrong);
    const taskId = await insertTask(app, mara, 'in_progress');
    const { status, json } = await submit(taskId, [own, wrong]);
    expect([status, json.code]).toEqual([409, 'conflict']);
    expect((await openTask(taskId)).task).toMatchObject({ status: 'in_progress', files: [] });
    expect(await stored(wrong)).toEqual(before);
    expect((await stored(own))?.taskId).toBeNull();
  });

  test('of two concurrent submissions of the same file only one succeeds', async () => {
    const id = await createReadyFile(mara);
    const [one, two] = [await insertTask(app, mara), await insertTask(app, mara)];
    const answers = await Promise.all([submit(one, [id]), submit(two, [id])]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('submitted files cannot be deleted by the influencer', async () => {
    const gif = Buffer.from('GIF89a and whatever else there is');
    const { address } = await createUploader(app, mara).upload('a.gif', gif);
    const [file] = await app.db.select().from(contentMedia);
    await submit(await insertTask(app, mara), [file!.id]);
    expect((await createUploader(app, mara).remove(address)).status).toBe(404);
    expect(await stored(file!.id)).not.toBeNull();
  });
});

test('submitted files are visible to the back office within its scope and to their influencer', async () => {
  const { id } = await submitFiles();
  const fan = await app.as('subscriber');
  const admin = await app.as('admin');
  const seen = [];
  for (const user of [admin, staff, limited, mara]) seen.push(await mediaStatus(id, user));
  expect(seen).toEqual([200, 200, 200, 200]);
  const hidden = [];
  for (const user of [outOfScope, noor, fan]) hidden.push(await mediaStatus(id, user));
  expect(hidden).toEqual([404, 404, 404]);
});

describe('files of a task in posts', () => {
  const draft = (mediaIds: string[], user = staff, influencer = mara) =>
    app.call('POST', '/api/posts/drafts', {
      user,
      body: { caption: '', category: null, influencerId: influencer.id, mediaIds },
    });

  test('can be used in a post of the same influencer', async () => {
    for (const user of [staff, limited]) {
      const { ids, taskId } = await submitFiles(2);
      const { status, json } = await draft(ids, user);
      expect(status).toBe(200);
      const files = (await openTask(taskId)).task.files as TaskFile[];
      expect(files.map(({ postId }) => postId)).toEqual([json.id, json.id]);
      expect((await draft(ids, user)).json.code).toBe('conflict');
    }
  });

  test('cannot be used for another influencer or by staff outside the scope', async () => {
    const { ids } = await submitFiles();
    expect((await draft(ids, staff, noor)).json.code).toBe('conflict');
    expect((await draft(ids, outOfScope, noor)).json.code).toBe('conflict');
    expect((await draft(ids, outOfScope, mara)).status).toBe(400);
  });

  test('prevent moving their draft to another influencer', async () => {
    const { ids } = await submitFiles();
    const { json } = await draft(ids);
    const change = { caption: 'New', category: null, influencerId: noor.id, mediaIds: ids };
    const { status, json: refused } = await app.call('PUT', `/api/posts/${json.id}/draft`, {
      user: staff,
      body: { ...change, version: json.version },
    });
    expect([status, refused.errors[0].path]).toEqual([400, 'influencerId']);
  });

  test('stay with their task if they are removed from the post or the post is deleted', async () => {
    const { ids, taskId } = await submitFiles(2);
    const { json } = await draft(ids);
    const fewer = { caption: '', category: null, influencerId: mara.id, mediaIds: [ids[0]] };
    const { status } = await app.call('PUT', `/api/posts/${json.id}/draft`, {
      user: staff,
      body: { ...fewer, version: json.version },
    });
    expect(status).toBe(200);
    expect(await stored(ids[1]!)).toMatchObject({ postId: null, taskId });
    await app.call('DELETE', `/api/posts/${json.id}`, { user: staff });
    expect(await filesOf(taskId)).toEqual(ids);
    await deleteUnusedUploads(app, inHours(100));
    expect(await filesOf(taskId)).toEqual(ids);
  });

  test('stay in the post if the task is deleted', async () => {
    const { ids, taskId } = await submitFiles();
    const { json } = await draft(ids);
    await app.call('DELETE', `/api/tasks/${taskId}`, { user: staff });
    await deleteUnusedUploads(app, inHours(100));
    expect(await stored(ids[0]!)).toMatchObject({ postId: json.id, taskId: null });
  });
});

test('files of a task are retained; files of a deleted task are deleted from storage', async () => {
  const { id, taskId } = await submitFiles();
  await app.db
    .update(contentMedia)
    .set({ createdAt: inHours(-100) })
    .where(eq(contentMedia.id, id));
  const { s3Key } = (await stored(id))!;
  await app.storage.put(s3Key, 'the picture');
  await deleteUnusedUploads(app, new Date());
  expect(await stored(id)).toMatchObject({ taskId });

  await app.call('DELETE', `/api/tasks/${taskId}`, { user: staff });
  expect(await stored(id)).toMatchObject({ taskId: null });
  await deleteUnusedUploads(app, new Date());
  expect(await stored(id)).toBeNull();
  await deleteListedFiles(app.db, app.storage);
  expect(await app.storage.exists(s3Key)).toBe(false);
});

test('an unused file of an influencer is deleted after a day', async () => {
  const id = await createReadyFile(mara);
  await deleteUnusedUploads(app, new Date(Date.now() + 23 * HOUR));
  expect(await stored(id)).not.toBeNull();
  await deleteUnusedUploads(app, new Date(Date.now() + 25 * HOUR));
  expect(await stored(id)).toBeNull();
});
