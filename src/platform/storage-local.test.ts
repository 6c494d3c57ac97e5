import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
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
  await storage.sweepHalfWritten(new Date(Date.now() - 60_000));
  expect(await readdir(folder)).toEqual(['running']);
});
