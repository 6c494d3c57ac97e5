import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile } from '#test/posts.ts';
import { contentMedia } from './content-media.table.ts';

let app: TestApp;
let staff: TestUser;
let nova: TestUser;
let ada: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  [nova, ada] = [await app.as('influencer'), await app.as('influencer')];
});
afterAll(() => app.close());

const place = (id: string, values: Partial<typeof contentMedia.$inferInsert>) =>
  app.db.update(contentMedia).set(values).where(eq(contentMedia.id, id));

async function ownerOf(id: string) {
  const [file] = await app.db
    .select({ ownerId: contentMedia.ownerId })
    .from(contentMedia)
    .where(eq(contentMedia.id, id));
  return file!.ownerId;
}

async function insertPost(influencerId: string | null) {
  const [post] = await app.db
    .insert(contentPosts)
    .values({ influencerId, caption: 'Evening', createdBy: staff.id })
    .returning({ id: contentPosts.id });
  return post!.id;
}

async function insertTask(assignedTo: string) {
  const [task] = await app.db
    .insert(tasks)
    .values({ title: 'Two pictures', assignedTo })
    .returning({ id: tasks.id });
  return task!.id;
}

test('a file that is in use nowhere belongs to whoever uploaded it', async () => {
  expect(await ownerOf(await createUploadedFile(app, staff))).toBe(staff.id);
});

test('the owner of a file is never set by hand', async () => {
  const id = await createUploadedFile(app, staff);
  await place(id, { ownerId: nova.id });
  expect(await ownerOf(id)).toBe(staff.id);
});

test('a file of a post belongs to its influencer, also to the next one', async () => {
  const [id, postId] = [await createUploadedFile(app, staff), await insertPost(null)];
  await place(id, { postId, displayOrder: 0 });
  expect(await ownerOf(id)).toBe(staff.id);
  for (const { id: influencerId } of [nova, ada]) {
    await app.db.update(contentPosts).set({ influencerId }).where(eq(contentPosts.id, postId));
    expect(await ownerOf(id)).toBe(influencerId);
  }
});

test('a file of a task belongs to whom the task is assigned to, also when that changes', async () => {
  const [id, taskId] = [await createUploadedFile(app, staff), await insertTask(nova.id)];
  await place(id, { taskId });
  expect(await ownerOf(id)).toBe(nova.id);
  await app.db.update(tasks).set({ assignedTo: ada.id }).where(eq(tasks.id, taskId));
  expect(await ownerOf(id)).toBe(ada.id);
});

test.each([{ postId: randomUUID(), displayOrder: 0 }, { taskId: randomUUID() }])(
  'a file is in no post and no task that does not exist: %o',
  async (values) => {
    const id = await createUploadedFile(app, staff);
    await expect(place(id, values)).rejects.toMatchObject({ cause: { code: '23503' } });
  },
);

test('a deleted post takes its files along, a deleted task leaves them', async () => {
  const [postId, taskId] = [await insertPost(nova.id), await insertTask(nova.id)];
  const [inPost, inTask] = [
    await createUploadedFile(app, staff),
    await createUploadedFile(app, staff),
  ];
  await place(inPost, { postId, displayOrder: 0 });
  await place(inTask, { taskId });
  await app.db.delete(contentPosts).where(eq(contentPosts.id, postId));
  await app.db.delete(tasks).where(eq(tasks.id, taskId));
  const files = await app.db
    .select({ id: contentMedia.id, taskId: contentMedia.taskId, ownerId: contentMedia.ownerId })
    .from(contentMedia);
  expect(files.find(({ id }) => id === inPost)).toBeUndefined();
  expect(files.find(({ id }) => id === inTask)).toMatchObject({ taskId: null, ownerId: staff.id });
});
