import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Secrets } from '#src/platform/config/keys.ts';
import { HEADER_BYTES, SEGMENT_BYTES } from './encrypted-file.ts';
import { resealFiles } from './reseal-files.ts';
import { openEncryptedStorage } from './storage-encrypted.ts';
import { openLocalStorage } from './storage-local.ts';
import { describeStorage } from './storage.testing.ts';
import type { Storage } from './storage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-encrypted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRETS: Secrets = ['a secret of at least 32 characters'];
const ROTATED: Secrets = ['a newer secret of at least 32 characters', ...SECRETS];
const work = path.join(folder, 'work');
const open = (inner: Storage, secrets = SECRETS) =>
  openEncryptedStorage(inner, { secrets, folder: work });

describeStorage('on the local disk, encrypted', () => open(openLocalStorage(folder)));

let count = 0;
/** Encrypted storage in a folder of its own, and its files as they are on the disk. */
function openNew() {
  const dataDir = path.join(folder, String((count += 1)));
  mkdirSync(dataDir);
  const inner = openLocalStorage(dataDir);
  return { inner, storage: open(inner), reopen: (secrets: Secrets) => open(inner, secrets) };
}

const contentOf = async (storage: Storage, key: string) =>
  (await storage.getBytes(key))?.toString();

test('a file is not readable on the disk, and two of the same content differ', async () => {
  const { inner, storage } = openNew();
  const text = 'a text that nobody else may read';
  await storage.put('content/a.txt', text);
  await storage.put('content/b.txt', text);
  const [a, b] = [await inner.getBytes('content/a.txt'), await inner.getBytes('content/b.txt')];
  expect(a!.includes('nobody')).toBe(false);
  expect(a!.subarray(-20)).not.toEqual(b!.subarray(-20));
});

test('every range of files around the size of a segment is correct', async () => {
  const { storage } = openNew();
  for (const size of [1, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 3 * SEGMENT_BYTES]) {
    const bytes = randomBytes(size);
    await storage.put('content/a.bin', bytes);
    expect(await storage.size('content/a.bin')).toBe(size);
    expect(await storage.getBytes('content/a.bin')).toEqual(bytes);
    const position = fc.nat({ max: size - 1 });
    await fc.assert(
      fc.asyncProperty(position, position, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const part = await buffer((await storage.getRange('content/a.bin', { start, end }))!);
        expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
      }),
    );
  }
});

test('an empty file is empty', async () => {
  const { storage } = openNew();
  await storage.put('content/empty', '');
  expect(await storage.size('content/empty')).toBe(0);
  expect(await contentOf(storage, 'content/empty')).toBe('');
});

const SEGMENT = SEGMENT_BYTES + 16;
test.each([
  ['changed', (stored: Buffer) => stored.with(HEADER_BYTES + 5, stored[HEADER_BYTES + 5]! ^ 1)],
  ['cut off after a segment', (stored: Buffer) => stored.subarray(0, HEADER_BYTES + SEGMENT)],
  [
    'reordered',
    (stored: Buffer) => {
      const [header, body] = [stored.subarray(0, HEADER_BYTES), stored.subarray(HEADER_BYTES)];
      const [first, second] = [body.subarray(0, SEGMENT), body.subarray(SEGMENT, 2 * SEGMENT)];
      return Buffer.concat([header, second, first, body.subarray(2 * SEGMENT)]);
    },
  ],
])('a file that was %s cannot be read', async (_how, change) => {
  const { inner, storage } = openNew();
  await storage.put('content/a.bin', randomBytes(2 * SEGMENT_BYTES + 100));
  await inner.put('content/a.bin', change((await inner.getBytes('content/a.bin'))!));
  await expect(storage.getBytes('content/a.bin')).rejects.toThrow();
});

test('a file cannot be read under the key of another one', async () => {
  const { inner, storage } = openNew();
  await storage.put('content/mine.txt', 'mine');
  await inner.put('content/yours.txt', (await inner.getBytes('content/mine.txt'))!);
  await expect(storage.getBytes('content/yours.txt')).rejects.toThrow(/^Cannot open/);
});

test('temporary copies are deleted, also when the work on them fails', async () => {
  const { storage } = openNew();
  await storage.put('content/a.txt', 'text');
  await expect(
    storage.withLocalFile('content/a.txt', async (file) => {
      expect(await readFile(file, 'utf8')).toBe('text');
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
  expect(await readdir(work)).toEqual([]);
});

test('files from before are readable as they are, and are encrypted and decrypted by command', async () => {
  const { inner, storage, reopen } = openNew();
  const key = 'content/a.txt';
  await inner.put(key, 'from before');
  await storage.put('content/b.txt', 'new');
  expect(await contentOf(storage, key)).toBe('from before');
  expect(await storage.size(key)).toBe(11);
  const options = { secrets: SECRETS, folder: work };
  const reseal = (encrypt: boolean) => resealFiles(inner, options, { encrypt });
  expect(await reseal(true)).toEqual({ changed: 1, unchanged: 1, unreadable: 0 });
  expect(await contentOf(inner, key)).not.toContain('before');
  // Both for a server that runs and for one that starts.
  expect(await contentOf(storage, key)).toBe('from before');
  expect(await contentOf(reopen(SECRETS), key)).toBe('from before');
  expect(await reseal(true)).toEqual({ changed: 0, unchanged: 2, unreadable: 0 });
  expect(await reseal(false)).toEqual({ changed: 2, unchanged: 0, unreadable: 0 });
  expect(await contentOf(inner, key)).toBe('from before');
});

test('after a rotation files are readable before and after they are sealed with the newest secret', async () => {
  const { inner, storage, reopen } = openNew();
  const key = 'content/a.txt';
  await storage.put(key, 'text');
  expect(await contentOf(reopen(ROTATED), key)).toBe('text');
  const running = reopen(ROTATED);
  expect(await contentOf(running, key)).toBe('text');
  const options = { secrets: ROTATED, folder: work };
  const done = await resealFiles(inner, options, { encrypt: true });
  expect(done).toEqual({ changed: 1, unchanged: 0, unreadable: 0 });
  expect(await contentOf(running, key)).toBe('text');
  expect(await contentOf(reopen([ROTATED[0]]), key)).toBe('text');
  await expect(reopen(SECRETS).getBytes(key)).rejects.toThrow(/^Cannot open/);
  const lost = await resealFiles(inner, { ...options, secrets: SECRETS }, { encrypt: true });
  expect(lost).toEqual({ changed: 0, unchanged: 0, unreadable: 1 });
});
