import { createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileConfigstore, FileStore } from '@tus/file-store';
import { ERRORS } from '@tus/server';
import { DomainError } from '#src/lib/problem.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '#src/platform/config/private-folders.ts';
import { isOutage } from '#src/platform/http/outage.ts';
import type { DiskSpace } from './disk-space.ts';
import { withStorageErrors } from './storage-errors.ts';
import { UPLOADS_FOLDER, type IncomingUploads } from './storage.ts';

/** Bytes of an upload between two checks of the free disk space. */
const CHECK_INTERVAL_BYTES = 16 * 1024 ** 2;

/** Resumable uploads in the storage: machines that share its folder can continue the uploads of each other. */
export function openLocalIncomingUploads(
  root: string,
  disk: DiskSpace,
  writeAtomically: (key: string, source: string) => Promise<void>,
): IncomingUploads {
  const folder = path.join(root, UPLOADS_FOLDER);
  const store = new ReservingStore(root, disk, () => listOpen(UPLOADS_FOLDER));
  const pathOf = (id: string) => path.join(folder, path.basename(id));
  async function* listOpen(prefix: string) {
    const start = prefix.slice(UPLOADS_FOLDER.length);
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.json') || !name.startsWith(start)) continue;
      const id = UPLOADS_FOLDER + name.slice(0, -'.json'.length);
      // The upload may have been completed in the meantime.
      const upload = await store.getUpload(id).catch(() => null);
      if (upload?.size) yield { size: upload.size, received: upload.offset };
    }
  }
  return {
    store,
    listOpen,
    async readStart(id, length) {
      const upload = await store.getUpload(id).catch(() => null);
      if (!upload || upload.offset !== upload.size) return null;
      const file = await open(pathOf(id));
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    storeAs: (id, key) => writeAtomically(key, pathOf(id)),
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.json`, { force: true });
    },
    async *listStale(before) {
      const names = await readdir(folder).catch(() => []);
      for (const name of new Set(names.map((file) => file.replace(/\.json$/, '')))) {
        const file = path.join(folder, name);
        const touched = await stat(file).catch(() => stat(`${file}.json`).catch(() => null));
        if (touched && touched.mtime < before) yield UPLOADS_FOLDER + name;
      }
    },
  };
}

type UnfinishedUpload = { size: number; received: number };

/** Respects the disk reserve and reports why a write failed, which the base class does not. */
class ReservingStore extends FileStore {
  readonly disk: DiskSpace;
  readonly listOpen: () => AsyncIterable<UnfinishedUpload>;

  constructor(directory: string, disk: DiskSpace, listOpen: () => AsyncIterable<UnfinishedUpload>) {
    // The base class creates its folder in the constructor, where a failure would end the process.
    const { root } = path.parse(directory);
    super({ directory: root, configstore: new FileConfigstore(directory) });
    this.directory = directory;
    this.disk = disk;
    this.listOpen = listOpen;
  }

  override create(file: Parameters<FileStore['create']>[0]): ReturnType<FileStore['create']> {
    return withStorageErrors(async () => {
      const folder = path.join(this.directory, UPLOADS_FOLDER);
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      let requiredBytes = file.size ?? 0;
      for await (const { size, received } of this.listOpen()) requiredBytes += size - received;
      // Refused up front, not after hours of uploading.
      await this.disk.require(requiredBytes);
      const created = await super.create(file);
      await chmod(path.join(this.directory, file.id), PRIVATE_FILE);
      return created;
    });
  }

  override async write(...[bytes, id, offset]: Parameters<FileStore['write']>): Promise<number> {
    const target = createWriteStream(path.join(this.directory, id), { flags: 'r+', start: offset });
    try {
      await withStorageErrors(() => pipeline(bytes, withDiskCheck(this.disk), target));
    } catch (error) {
      // A connection that the client has lost says nothing about the disk.
      const isClient = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
      const isKnown = error instanceof DomainError || (isOutage(error) && !isClient);
      throw isKnown ? error : ERRORS.FILE_WRITE_ERROR;
    }
    return offset + target.bytesWritten;
  }
}

/** Passes bytes through, and checks the disk before the first byte and after each {@link CHECK_INTERVAL_BYTES}. */
const withDiskCheck = (disk: DiskSpace) =>
  async function* (source: AsyncIterable<Buffer>) {
    let unchecked = CHECK_INTERVAL_BYTES;
    for await (const chunk of source) {
      unchecked += chunk.length;
      if (unchecked > CHECK_INTERVAL_BYTES) {
        await disk.require(CHECK_INTERVAL_BYTES);
        unchecked = 0;
      }
      yield chunk;
    }
  };
