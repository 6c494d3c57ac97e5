import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { ERRORS } from '@tus/server';
import { DomainError } from '#src/lib/problem.ts';
import { storageErrors } from './storage-errors.ts';
import { ARRIVALS_FOLDER, type Arrivals } from './storage.ts';

/** Resumable uploads in `<dataDir>/uploads`, on the disk of the storage. */
export function openLocalArrivals(
  dataDir: string,
  place: (key: string, source: string) => Promise<void>,
): Arrivals {
  const store = new FullDiskStore({ directory: path.resolve(dataDir) });
  const folder = path.join(store.directory, ARRIVALS_FOLDER);
  const pathOf = (id: string) => path.join(folder, path.basename(id));
  return {
    store,
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
    keep: (id, key) => place(key, pathOf(id)),
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.json`, { force: true });
    },
    async *listUntouched(before) {
      const names = await readdir(folder).catch(() => []);
      for (const name of new Set(names.map((file) => file.replace(/\.json$/, '')))) {
        const file = path.join(folder, name);
        const touched = await stat(file).catch(() => stat(`${file}.json`).catch(() => null));
        if (touched && touched.mtime < before) yield ARRIVALS_FOLDER + name;
      }
    },
  };
}

/** The one of the package does not tell why writing failed. */
class FullDiskStore extends FileStore {
  override create(file: Parameters<FileStore['create']>[0]): ReturnType<FileStore['create']> {
    return storageErrors(async () => {
      await mkdir(path.join(this.directory, ARRIVALS_FOLDER), { recursive: true });
      const { blocks, bavail, bsize } = await statfs(this.directory);
      // Said before hours of sending, not after. Some network disks do not tell their size.
      if (blocks > 0 && (file.size ?? 0) > bavail * bsize) throw new DomainError('storage-full');
      return super.create(file);
    });
  }

  override async write(...[bytes, id, offset]: Parameters<FileStore['write']>): Promise<number> {
    const target = createWriteStream(path.join(this.directory, id), { flags: 'r+', start: offset });
    try {
      await storageErrors(() => pipeline(bytes, target));
    } catch (error) {
      throw error instanceof DomainError ? error : ERRORS.FILE_WRITE_ERROR;
    }
    return offset + target.bytesWritten;
  }
}
