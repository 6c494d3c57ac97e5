import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openLocalStorage } from './storage-local.ts';
import { describeStorage } from './storage.testing.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-local-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describeStorage('on the local disk', () => openLocalStorage(dataDir));

test('a file of the local disk has no address of its own', async () => {
  const link = openLocalStorage(dataDir).presign('a.mp4', {
    seconds: 60,
    contentType: 'video/mp4',
  });
  expect(await link).toBeNull();
});

test('what a crash left half-written is never a file, and is swept away in time', async () => {
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

test('no other user of the machine may read a stored file, also one that came with another mode', async () => {
  const storage = openLocalStorage(dataDir);
  const source = path.join(dataDir, 'source.mp4');
  await writeFile(source, 'a film', { mode: 0o644 });
  await storage.putFile('private/film.mp4', source);
  await storage.put('private/picture.webp', 'a picture');
  for (const [name, mode] of [
    ['private', 0o700],
    ['private/film.mp4', 0o600],
    ['private/picture.webp', 0o600],
  ] as const) {
    expect((await stat(path.join(dataDir, 'storage', name))).mode & 0o777).toBe(mode);
  }
});

test('the reserve of the disk is left alone', async () => {
  const storage = openLocalStorage(dataDir, Number.MAX_SAFE_INTEGER);
  await expect(storage.put('full/picture.webp', 'x')).rejects.toMatchObject({
    code: 'storage-full',
  });
  expect(await storage.exists('full/picture.webp')).toBe(false);
});
