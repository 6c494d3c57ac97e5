import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '#src/platform/config/private-folders.ts';
import { openDiskSpace } from './disk-space.ts';
import { withStorageErrors } from './storage-errors.ts';
import { openLocalIncomingUploads } from './storage-local-uploads.ts';
import {
  checkKey,
  checkPresignedSeconds,
  toFolder,
  type Storage,
  type StoredObject,
} from './storage.ts';

// Keys never begin with a dot.
const PARTIAL_FILES_FOLDER = '.half-written';

// Large reads halve the cost of streaming compared to the default of 64 KB.
const READ_BUFFER_BYTES = 512 * 1024;

/**
 * Opens storage on the local disk, in `<dataDir>/storage`.
 * @param reserve bytes of the disk that stay free
 */
export function openLocalStorage(dataDir: string, reserve = 0): Storage {
  const disk = openDiskSpace(path.resolve(dataDir), reserve);
  const root = path.join(path.resolve(dataDir), 'storage');
  const writeAtomically = createAtomicWriter(root);
  const pathOf = (key: string) => path.join(root, checkKey(key));
  const size = async (key: string) => {
    const found = await unlessMissing(stat(pathOf(key)));
    return found?.isFile() ? found.size : null;
  };
  return {
    async put(key, bytes) {
      await disk.require(Buffer.byteLength(bytes));
      await writeAtomically(pathOf(key), (file) => file.writeFile(bytes));
    },
    putFile: (key, source) => writeAtomically(pathOf(key), source),
    getBytes: (key) => unlessMissing(readFile(pathOf(key))),
    async getRange(key, range) {
      const file = await unlessMissing(open(pathOf(key)));
      return file?.createReadStream({ ...range, highWaterMark: READ_BUFFER_BYTES }) ?? null;
    },
    size,
    exists: async (key) => (await size(key)) !== null,
    delete: (key) => rm(pathOf(key), { force: true }),
    deleteFolder: (folder) => rm(pathOf(toFolder(folder)), { recursive: true, force: true }),
    list: (prefix) => listFiles(root, prefix && checkKey(prefix)),
    presign: async (_key, { seconds }) => {
      checkPresignedSeconds(seconds);
      return null;
    },
    withLocalFile: async (key, run) => run(pathOf(key)),
    incomingUploads: openLocalIncomingUploads(root, disk, (key, source) =>
      writeAtomically(pathOf(key), source),
    ),
    async sweepPartialFiles(before) {
      const folder = path.join(root, PARTIAL_FILES_FOLDER);
      for await (const { key, changedAt } of listFiles(folder, '')) {
        if (changedAt < before) await rm(path.join(folder, key), { force: true });
      }
    },
  };
}

type WriteContent = (file: FileHandle) => Promise<void>;

/** Writes files atomically: a rename after the data is safely on the disk. */
function createAtomicWriter(root: string) {
  const folder = path.join(root, PARTIAL_FILES_FOLDER);
  return (target: string, source: string | WriteContent): Promise<void> =>
    withStorageErrors(async () => {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      const partial = path.join(folder, randomUUID());
      try {
        if (typeof source === 'string') await linkOrCopy(source, partial);
        const file = await open(partial, typeof source === 'string' ? 'r+' : 'wx', PRIVATE_FILE);
        try {
          // A linked file has the mode of its source.
          if (typeof source === 'string') await file.chmod(PRIVATE_FILE);
          if (typeof source !== 'string') await source(file);
          await file.datasync();
        } finally {
          await file.close();
        }
        await mkdir(path.dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
        await rename(partial, target);
      } finally {
        // Renaming one of two links to the same file leaves both in place.
        await rm(partial, { force: true });
      }
    });
}

// Hard links are free and finished files never change, but not every file system supports links.
async function linkOrCopy(source: string, target: string): Promise<void> {
  const sourceFile = await stat(source);
  if (!sourceFile.isFile()) throw new Error(`not a file: ${source}`);
  await link(source, target).catch(() =>
    copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL),
  );
}

async function* listFiles(root: string, prefix: string): AsyncIterable<StoredObject> {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const entries = await unlessMissing(readdir(path.join(root, start), { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const key = start + entry.name;
    if (!key.startsWith(prefix) || key.startsWith('.')) continue;
    if (entry.isDirectory()) yield* listFiles(root, `${key}/`);
    const found = entry.isFile() ? await unlessMissing(stat(path.join(root, key))) : null;
    if (found) yield { key, size: found.size, changedAt: found.mtime };
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  });
}
