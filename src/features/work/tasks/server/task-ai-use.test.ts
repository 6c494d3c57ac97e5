import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import type { AiUse } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile } from '#test/posts.ts';
import { taskRounds } from './task-history.table.ts';
import { insertTask } from './tasks.testing.ts';

let app: TestApp;
let mara: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp({ REQUIRE_REVIEW: 'true' });
  mara = await app.as('influencer');
  staff = await app.as('staff');
});
afterAll(() => app.close());

const upload = (user = mara) => createUploadedFile(app, user, { state: 'ready' });
async function call(path: string, user: TestUser, body?: object, method = 'POST') {
  const { status, json } = await app.call(method, path, { user, ...(body && { body }) });
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
}

/** Submits a file of its own for a task, with a statement. */
async function submitFile(aiUse: AiUse) {
  const taskId = await insertTask(app, mara, 'in_progress');
  const mediaId = await upload();
  await resubmit(taskId, [mediaId], aiUse);
  return { taskId, mediaId };
}
const resubmit = (taskId: string, mediaIds: string[], aiUse: AiUse) =>
  call(`/api/tasks/${taskId}/submit`, mara, {
    notes: 'Here they are',
    method: 'Upload',
    mediaIds,
    aiUse,
  });
const draftWith = async (mediaIds: string[], values: object = {}) => {
  const body = { caption: '', category: null, influencerId: mara.id, mediaIds, ...values };
  return (await call('/api/posts/drafts', staff, body)).id as string;
};
const aiUseOf = async (id: string) =>
  (await app.db.select().from(contentPosts).where(eq(contentPosts.id, id)))[0]!.aiUse;

test('each round has its statement, which both sides see', async () => {
  const { taskId, mediaId } = await submitFile('generated');
  await call(`/api/tasks/${taskId}/request-changes`, staff, { comment: 'By hand, please' });
  await resubmit(taskId, [mediaId], 'altered');
  for (const user of [mara, staff]) {
    const { task } = await call(`/api/tasks/${taskId}`, user, undefined, 'GET');
    expect(task.submission).toMatchObject({ aiUse: 'altered' });
    expect(task.rounds).toMatchObject([{ aiUse: 'generated' }, { aiUse: 'altered' }]);
  }
});

test('no statement is demanded, or stored, without files', async () => {
  const taskId = await insertTask(app, mara, 'in_progress');
  const body = { notes: 'By mail', method: 'Email', aiUse: 'none' };
  await call(`/api/tasks/${taskId}/submit`, mara, body);
  const { task } = await call(`/api/tasks/${taskId}`, staff, undefined, 'GET');
  expect(task.submission).toMatchObject({ method: 'Email', aiUse: null });
});

test('the database refuses a round with files and no statement', async () => {
  const taskId = await insertTask(app, mara, 'in_progress');
  const round = { taskId, number: 1, notes: 'Here', method: 'Upload' } as const;
  await expect(app.db.insert(taskRounds).values(round)).rejects.toMatchObject({
    cause: { constraint: 'task_rounds_ai_use_stated' },
  });
});

describe('a draft with submitted files', () => {
  test.each<[AiUse[], AiUse]>([
    [['none'], 'none'],
    [['altered'], 'altered'],
    [['generated'], 'generated'],
    [['none', 'altered'], 'altered'],
    [['altered', 'generated', 'none'], 'generated'],
  ])('of which %j was stated, says %s', async (stated, expected) => {
    const files: string[] = [];
    for (const aiUse of stated) files.push((await submitFile(aiUse)).mediaId);
    expect(await aiUseOf(await draftWith(files))).toBe(expected);
  });

  test('and others says nothing, unless AI was used for one of them', async () => {
    const other = () => upload(staff);
    const { mediaId: byHand } = await submitFile('none');
    expect(await aiUseOf(await draftWith([byHand, await other()]))).toBeNull();
    const { mediaId: made } = await submitFile('generated');
    expect(await aiUseOf(await draftWith([await other(), made]))).toBe('generated');
    expect(await aiUseOf(await draftWith([await other()]))).toBeNull();
  });

  test('retains what its author says instead', async () => {
    const { mediaId } = await submitFile('generated');
    expect(await aiUseOf(await draftWith([mediaId], { aiUse: 'none' }))).toBe('none');
  });

  test('follows the last submission, also for a copy from the vault', async () => {
    const { taskId, mediaId } = await submitFile('none');
    await call(`/api/tasks/${taskId}/request-changes`, staff, { comment: 'Once more' });
    await resubmit(taskId, [mediaId], 'altered');
    const { media } = await call('/api/vault/reuse', staff, { ids: [mediaId] });
    expect(await aiUseOf(await draftWith([media[0].id]))).toBe('altered');
  });
});

test('a reviewer sees what was stated beside what the post says', async () => {
  const { mediaId } = await submitFile('generated');
  const id = await draftWith([mediaId], { aiUse: 'none', caption: 'An evening' });
  await app.db
    .update(contentPosts)
    .set({ category: 'Cosplay', publishAt: sql`now()` })
    .where(eq(contentPosts.id, id));
  const review = await call(`/api/post-reviews/${id}`, await app.as('staff'), undefined, 'GET');
  expect(review).toMatchObject({ aiUse: 'none', statedAiUse: 'generated' });
});
