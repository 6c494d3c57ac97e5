import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Upload } from '@tus/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UPLOADS_FOLDER, type Storage } from './storage.ts';

const MEGABYTE = 1024 ** 2;
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Tests the rules of every storage. `open` returns a new instance over the same files each time, like a
 * restart of the product.
 */
export function describeStorage(name: string, open: () => Storage): void {
  describe(`the storage ${name}`, () => {
    let storage: Storage;
    let folder: string;
    beforeAll(async () => {
      storage = open();
      folder = await mkdtemp(path.join(tmpdir(), 'velvet-rope-storage-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const keysOf = async (prefix: string) => {
      const keys: string[] = [];
      for await (const { key } of storage.list(prefix)) keys.push(key);
      return keys.toSorted();
    };

    test('a stored file survives a restart, and the last write wins', async () => {
      const bytes = randomBytes(300_000);
      await storage.put('content/a.jpg', 'first');
      await storage.put('content/a.jpg', bytes, 'image/jpeg');
      expect(await open().getBytes('content/a.jpg')).toEqual(bytes);
      expect(await storage.size('content/a.jpg')).toBe(bytes.length);
      expect(await storage.exists('content/a.jpg')).toBe(true);
    });

    test('a range includes both ends', async () => {
      await storage.put('content/range.bin', '0123456789');
      const read = async (start: number, end: number) =>
        (await buffer((await storage.getRange('content/range.bin', { start, end }))!)).toString();
      expect(await read(2, 4)).toBe('234');
      expect(await read(0, 0)).toBe('0');
      expect(await read(9, 9)).toBe('9');
      expect(await read(0, 9)).toBe('0123456789');
    });

    test('a local file that is missing is refused, and ends no process', async () => {
      const missing = path.join(folder, 'missing.jpg');
      await expect(storage.putFile('content/b.jpg', missing)).rejects.toThrow('ENOENT');
      expect(await storage.exists('content/b.jpg')).toBe(false);
    });

    test('reading a missing file returns null', async () => {
      const key = 'content/nothing.jpg';
      expect(await storage.getBytes(key)).toBeNull();
      expect(await storage.getRange(key, { start: 0, end: 1 })).toBeNull();
      expect(await storage.size(key)).toBeNull();
      expect(await storage.exists(key)).toBe(false);
      await expect(storage.withLocalFile(key, (file) => readFile(file))).rejects.toThrow();
      expect(await keysOf('nowhere/')).toEqual([]);
    });

    test('deleting twice has the same result as deleting once', async () => {
      await storage.put('content/gone.jpg', 'x');
      for (const _ of ['first', 'second']) {
        await storage.delete('content/gone.jpg');
        expect(await storage.exists('content/gone.jpg')).toBe(false);
        await storage.deleteFolder('content/gone/');
      }
    });

    test('deleting a folder deletes its files and nothing else', async () => {
      for (const file of ['album/video.mp4', 'album/deep/h720.mp4', 'album.mp4', 'album-2/a.mp4']) {
        await storage.put(`folders/${file}`, 'x');
      }
      await storage.deleteFolder('folders/album/');
      expect(await keysOf('folders/')).toEqual(['folders/album-2/a.mp4', 'folders/album.mp4']);
    });

    test('all files are listed with size and time', async () => {
      const before = Date.now();
      const keys = Array.from({ length: 25 }, (_, index) => `many/${index % 3}/${index}.bin`);
      await Promise.all(keys.map((key, size) => storage.put(key, Buffer.alloc(size))));
      const sizes = new Map<string, number>();
      for await (const { key, size, changedAt } of storage.list('many/')) {
        sizes.set(key, size);
        // S3 reports whole seconds.
        expect(changedAt.getTime()).toBeGreaterThan(before - 2_000);
        expect(changedAt.getTime()).toBeLessThan(Date.now() + 2_000);
      }
      expect(sizes).toEqual(new Map(keys.map((key, size) => [key, size])));
      await storage.deleteFolder('many/2');
      expect(await keysOf('many/')).toHaveLength(17);
      expect(await keysOf('many/0/1')).toEqual(['many/0/12.bin', 'many/0/15.bin', 'many/0/18.bin']);
    });

    test('a large file is streamed without changes', async () => {
      const bytes = randomBytes(21 * MEGABYTE);
      const file = path.join(folder, 'large.bin');
      await writeFile(file, bytes);
      await storage.putFile('content/large.mp4', file, 'video/mp4');
      await rm(file);
      expect(await storage.size('content/large.mp4')).toBe(bytes.length);
      const [start, end] = [8 * MEGABYTE - 3, 16 * MEGABYTE + 3];
      const part = await buffer((await storage.getRange('content/large.mp4', { start, end }))!);
      expect(sha(part)).toBe(sha(bytes.subarray(start, end + 1)));
      const whole = await storage.withLocalFile('content/large.mp4', (copy) => readFile(copy));
      expect(sha(whole)).toBe(sha(bytes));
    });

    test('a key that escapes the folder is refused', async () => {
      for (const key of ['../secret', 'content/../../secret', '/etc/passwd', '.half', 'a//b', '']) {
        await expect((async () => storage.getBytes(key))()).rejects.toThrow(RangeError);
        await expect((async () => storage.put(key, 'x'))()).rejects.toThrow(RangeError);
        await expect((async () => storage.deleteFolder(key))()).rejects.toThrow(RangeError);
      }
    });

    test('presigned links are valid for at most an hour', async () => {
      const link = async (seconds: number) =>
        storage.presign('content/a.jpg', { seconds, contentType: 'image/jpeg' });
      await expect(link(3601)).rejects.toThrow(RangeError);
      await expect(link(0)).rejects.toThrow(RangeError);
      await link(3600);
    });

    describeIncomingUploads(open);
  });
}

function describeIncomingUploads(open: () => Storage): void {
  const newId = () => UPLOADS_FOLDER + randomBytes(32).toString('hex');
  const create = async (storage: Storage, size: number) => {
    const id = newId();
    await storage.incomingUploads.store.create(
      new Upload({ id, size, offset: 0, metadata: { filename: 'video.mp4' } }),
    );
    return id;
  };
  // Like browsers: in chunks, after reading the offset before each.
  const send = async (id: string, bytes: Buffer, until: number, chunk: number) => {
    for (;;) {
      const { incomingUploads } = open();
      const { offset } = await incomingUploads.store.getUpload(id);
      if (offset >= until) return offset;
      const end = Math.min(offset + chunk, until);
      await incomingUploads.store.write(Readable.from([bytes.subarray(offset, end)]), id, offset);
    }
  };

  test('an upload resumes after each restart, in chunks of any size', async () => {
    const bytes = randomBytes(19 * MEGABYTE + 5);
    for (const chunk of [8 * MEGABYTE, 3 * MEGABYTE + 7]) {
      const id = await create(open(), bytes.length);
      await send(id, bytes, bytes.length - 1, chunk);
      expect(await open().incomingUploads.readStart(id, 100)).toBeNull();
      await send(id, bytes, bytes.length, chunk);
      expect(await open().incomingUploads.readStart(id, 100)).toEqual(bytes.subarray(0, 100));
      const key = `stored/${id.slice(-10)}.mp4`;
      await open().incomingUploads.storeAs(id, key);
      await open().incomingUploads.remove(id);
      expect(sha((await open().getBytes(key))!)).toBe(sha(bytes));
    }
  });

  test('a stored upload stays under its key when it is stored again and when the upload is removed', async () => {
    const { incomingUploads, exists, getBytes } = open();
    const bytes = randomBytes(1000);
    const id = await create(open(), bytes.length);
    await send(id, bytes, bytes.length, bytes.length);
    expect(await incomingUploads.readStart(id, 5000)).toEqual(bytes);
    for (const _ of ['first', 'again']) await incomingUploads.storeAs(id, 'stored/upload.jpg');
    for (const _ of ['first', 'again']) await incomingUploads.remove(id);
    expect(await getBytes('stored/upload.jpg')).toEqual(bytes);
    expect(await incomingUploads.readStart(id, 10)).toBeNull();
    await expect(incomingUploads.store.getUpload(id)).rejects.toThrow();
    expect(await exists(id)).toBe(false);
  });

  test('an unfinished upload is removed completely', async () => {
    const { incomingUploads, list } = open();
    const bytes = randomBytes(10 * MEGABYTE);
    const id = await create(open(), bytes.length);
    await send(id, bytes, 9 * MEGABYTE, 9 * MEGABYTE);
    await incomingUploads.store.remove(id);
    await expect(incomingUploads.store.getUpload(id)).rejects.toThrow();
    for await (const { key } of list(UPLOADS_FOLDER)) expect(key).not.toContain(id);
  });

  test('only stale uploads are listed', async () => {
    const { incomingUploads } = open();
    const id = await create(open(), 10);
    const staleIds = async (before: number) => {
      const ids: string[] = [];
      for await (const one of incomingUploads.listStale(new Date(before))) ids.push(one);
      return ids;
    };
    expect(await staleIds(Date.now() - 60_000)).not.toContain(id);
    expect(await staleIds(Date.now() + 60_000)).toContain(id);
  });
}
