import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { afterAll, expect, test } from 'vitest';
import { openLocalStorage } from './storage-local.ts';
import { describeStorage } from './storage.testing.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-local-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describeStorage('on the local disk', () => openLocalStorage(dataDir));

test('local files have no presigned links', async () => {
  const link = openLocalStorage(dataDir).presign('a.mp4', {
    seconds: 60,
    contentType: 'video/mp4',
  });
  expect(await link).toBeNull();
});

test('partial files of a crash are not listed, and are removed later', async () => {
  const storage = openLocalStorage(dataDir);
  const folder = path.join(dataDir, 'storage/.half-written');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'old'), 'half');
  await writeFile(path.join(folder, 'running'), 'half');
  await utimes(path.join(folder, 'old'), 0, 0);
  for await (const { key } of storage.list('')) expect(key).not.toContain('half');
  await storage.sweepPartialFiles(new Date(Date.now() - 60_000));
  expect(await readdir(folder)).toEqual(['running']);
});

test('stored files are private, whatever the mode of their source', async () => {
  const storage = openLocalStorage(dataDir);
  const source = path.join(dataDir, 'source.mp4');
  await writeFile(source, 'a video', { mode: 0o644 });
  await storage.putFile('private/video.mp4', source);
  await storage.put('private/picture.webp', 'a picture');
  for (const [name, mode] of [
    ['private', 0o700],
    ['private/video.mp4', 0o600],
    ['private/picture.webp', 0o600],
  ] as const) {
    expect((await stat(path.join(dataDir, 'storage', name))).mode & 0o777).toBe(mode);
  }
});

test('a folder that cannot be made is refused by each call, and ends no process', async () => {
  const file = path.join(dataDir, 'not-a-folder');
  await writeFile(file, 'x');
  const storage = openLocalStorage(path.join(file, 'inside'));
  await expect(storage.put('a.jpg', 'x')).rejects.toMatchObject({ code: 'ENOTDIR' });
  // What the constructor of a library began has ended by now: an uncaught error fails the run.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await storage.exists('a.jpg')).toBe(false);
});

test('a machine with the same storage folder continues an upload of another one', async () => {
  const other = path.join(dataDir, 'other-machine');
  await mkdir(other);
  await symlink(path.join(dataDir, 'storage'), path.join(other, 'storage'));
  const [here, there] = [dataDir, other].map((folder) => openLocalStorage(folder).incomingUploads);
  const id = `uploads/${'b'.repeat(64)}`;
  await here!.store.create(new Upload({ id, size: 8, offset: 0 }));
  expect(await here!.store.write(Readable.from([Buffer.from('half')]), id, 0)).toBe(4);
  expect(await there!.store.getUpload(id)).toMatchObject({ offset: 4, size: 8 });
  expect(await there!.store.write(Readable.from([Buffer.from('done')]), id, 4)).toBe(8);
  await there!.storeAs(id, 'content/whole.jpg');
  expect(String(await openLocalStorage(dataDir).getBytes('content/whole.jpg'))).toBe('halfdone');
  await here!.remove(id);
});

test('the disk reserve stays free', async () => {
  const storage = openLocalStorage(dataDir, Number.MAX_SAFE_INTEGER);
  await expect(storage.put('full/picture.webp', 'x')).rejects.toMatchObject({
    code: 'storage-full',
  });
  expect(await storage.exists('full/picture.webp')).toBe(false);
});
