import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { deletedFiles } from './deleted-files.table.ts';
import { deleteListedFiles, recordDeletedFiles } from './deleted-files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(() => app.db.delete(deletedFiles));
afterAll(() => app.close());

const exists = (key: string) => app.storage.exists(key);
const listed = async () => (await app.db.select().from(deletedFiles)).map(({ key }) => key);

test('listed files and folders are removed, and nothing else', async () => {
  const keys = ['content/a.jpg', 'content/a.w320.webp', 'content/a/h360.mp4', 'content/a/x/y.mp4'];
  const others = ['content/ab.jpg', 'content/ab/h360.mp4'];
  for (const key of [...keys, ...others]) await app.storage.put(key, 'bytes');
  await recordDeletedFiles(app.db, ['content/a.jpg', 'content/a.w320.webp', 'content/a/', 'gone']);
  await deleteListedFiles(app.db, app.storage);
  expect(await Promise.all(keys.map(exists))).toEqual([false, false, false, false]);
  expect(await Promise.all(others.map(exists))).toEqual([true, true]);
  expect(await listed()).toEqual([]);
});

test('a file that could not be removed stays listed until the next attempt', async () => {
  await app.storage.put('content/b.jpg', 'bytes');
  await recordDeletedFiles(app.db, ['content/b.jpg']);
  const failingStorage = {
    ...app.storage,
    delete: () => Promise.reject(new Error('the storage does not answer')),
  };
  await expect(deleteListedFiles(app.db, failingStorage)).rejects.toThrow('does not answer');
  expect(await listed()).toEqual(['content/b.jpg']);
  await deleteListedFiles(app.db, app.storage);
  expect([await exists('content/b.jpg'), await listed()]).toEqual([false, []]);
});

test('two workers share the list', async () => {
  const keys = Array.from({ length: 250 }, (_, index) => `content/many-${index}.jpg`);
  for (const key of keys) await app.storage.put(key, 'bytes');
  await recordDeletedFiles(app.db, keys);
  await Promise.all([1, 2].map(() => deleteListedFiles(app.db, app.storage)));
  expect(await listed()).toEqual([]);
  expect((await Promise.all(keys.map(exists))).some(Boolean)).toBe(false);
});
