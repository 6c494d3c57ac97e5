import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import type { Secrets } from '#src/platform/config/keys.ts';
import { PRIVATE_FOLDER } from '#src/platform/config/private-folders.ts';
import {
  contentSize,
  countSegments,
  createHeader,
  decryptSegments,
  encryptContent,
  HEADER_BYTES,
  isEncrypted,
  newFileKey,
  readFileKey,
  SEGMENT_BYTES,
  segmentRange,
} from './encrypted-file.ts';
import { withStorageErrors } from './storage-errors.ts';
import { checkPresignedSeconds, COMPLETE_UPLOADS_FOLDER, type Storage } from './storage.ts';

const MAX_KNOWN_FILES = 10_000;

export type Encryption = {
  secrets: Secrets;
  /** Holds temporary local copies. */
  folder: string;
  /** Whether files that are not encrypted are refused: whoever can write there could replace others by them. */
  requiresEncryption?: boolean;
};
/** A file of another storage, encrypted or not. */
type StoredFile = { storedBytes: number; fileKey: Buffer | null };
// Encrypted files never become unencrypted while a server runs, so only these are remembered.
type KnownFiles = LRUCache<string, StoredFile>;

/**
 * Encrypts the files of another storage. Files from before are readable as they are. Resumable uploads are
 * encrypted when they are complete.
 */
export function openEncryptedStorage(inner: Storage, encryption: Encryption): Storage {
  const known: KnownFiles = new LRUCache({ max: MAX_KNOWN_FILES });
  const writes = createWrites(inner, encryption, known);
  return {
    ...inner,
    ...createReads(inner, encryption, known),
    ...writes,
    // The size of files that are not encrypted yet is too small by some bytes.
    async *list(prefix) {
      for await (const { size, ...file } of inner.list(prefix)) {
        yield { ...file, size: contentSize(size) };
      }
    },
    async presign(_key, { seconds }) {
      checkPresignedSeconds(seconds);
      return null;
    },
    incomingUploads: {
      ...inner.incomingUploads,
      async storeAs(id, key) {
        // An earlier attempt may have stored it.
        if (await inner.exists(key)) return;
        const complete = COMPLETE_UPLOADS_FOLDER + randomUUID();
        try {
          await inner.incomingUploads.storeAs(id, complete);
          await inner.withLocalFile(complete, (file) => writes.putFile(key, file));
        } finally {
          await inner.delete(complete);
        }
      },
    },
    async sweepPartialFiles(before) {
      await inner.sweepPartialFiles(before);
      for await (const { key, changedAt } of inner.list(COMPLETE_UPLOADS_FOLDER)) {
        if (changedAt < before) await inner.delete(key);
      }
    },
  };
}

/** Finds the key of a file, reading its header once. */
function createFinder(inner: Storage, encryption: Encryption, known: KnownFiles) {
  const { secrets, requiresEncryption = false } = encryption;
  return async (key: string): Promise<StoredFile | null> => {
    const remembered = known.get(key);
    if (remembered) return remembered;
    const start = await readStart(inner, key);
    const storedBytes = await inner.size(key);
    if (!start || storedBytes === null) return null;
    if (!isEncrypted(start)) {
      if (requiresEncryption) throw new Error(`the file ${key} is not encrypted`);
      return { storedBytes, fileKey: null };
    }
    const found = { storedBytes, fileKey: readFileKey(secrets, key, start) };
    known.set(key, found);
    return found;
  };
}

function createReads(inner: Storage, encryption: Encryption, known: KnownFiles) {
  const find = createFinder(inner, encryption, known);
  const { folder } = encryption;

  async function size(key: string): Promise<number | null> {
    const found = await find(key);
    if (!found) return null;
    return found.fileKey ? contentSize(found.storedBytes) : found.storedBytes;
  }

  async function getRange(key: string, range: { start: number; end: number }) {
    const found = await find(key);
    if (!found) return null;
    if (found.fileKey) return readEncrypted(inner, key, found, range);
    const plain = await inner.getRange(key, range);
    // Somebody may have encrypted it in between.
    const now = await find(key);
    if (!now?.fileKey) return plain;
    plain?.destroy();
    return readEncrypted(inner, key, now, range);
  }

  return {
    size,
    getRange,
    async getBytes(key) {
      const bytes = await size(key);
      if (!bytes) return bytes === 0 ? Buffer.alloc(0) : null;
      const content = await getRange(key, { start: 0, end: bytes - 1 });
      return content && buffer(content);
    },
    withLocalFile: (key, run) =>
      inner.withLocalFile(key, async (file) => {
        const found = await find(key);
        if (!found?.fileKey) return run(file);
        const stored = readFileFrom(file, HEADER_BYTES);
        const count = countSegments(found.storedBytes);
        const content = decryptSegments(found.fileKey, stored, { first: 0, count });
        return withTemporaryFile(folder, async (decrypted) => {
          await writeFile(decrypted, Buffer.alloc(0), content);
          return run(decrypted);
        });
      }),
  } satisfies Partial<Storage>;
}

type Writes = Pick<Storage, 'put' | 'putFile' | 'delete' | 'deleteFolder'>;

function createWrites(inner: Storage, { secrets, folder }: Encryption, known: KnownFiles): Writes {
  return {
    async put(key, bytes, contentType) {
      const fileKey = newFileKey();
      const content = encryptContent(fileKey, Readable.from([Buffer.from(bytes)]));
      const stored = [createHeader(secrets, key, fileKey), await buffer(content)];
      await inner.put(key, Buffer.concat(stored), contentType);
      known.delete(key);
    },
    async putFile(key, file, contentType) {
      await withTemporaryFile(folder, async (encrypted) => {
        const fileKey = newFileKey();
        const content = encryptContent(fileKey, readFileFrom(file));
        await writeFile(encrypted, createHeader(secrets, key, fileKey), content);
        await inner.putFile(key, encrypted, contentType);
      });
      known.delete(key);
    },
    async delete(key) {
      await inner.delete(key);
      known.delete(key);
    },
    async deleteFolder(name) {
      await inner.deleteFolder(name);
      known.clear();
    },
  };
}

/** The bytes that tell whether a file is encrypted; null when it does not exist. */
export async function readStart(inner: Storage, key: string): Promise<Buffer | null> {
  const start = await inner.getRange(key, { start: 0, end: HEADER_BYTES - 1 });
  return start && buffer(start);
}

async function readEncrypted(
  inner: Storage,
  key: string,
  { storedBytes, fileKey }: StoredFile,
  { start, end }: { start: number; end: number },
): Promise<Readable | null> {
  const first = Math.floor(start / SEGMENT_BYTES);
  const count = countSegments(storedBytes);
  const last = Math.min(Math.floor(end / SEGMENT_BYTES), count - 1);
  const stored = await inner.getRange(key, segmentRange(first, last, storedBytes));
  if (!stored || !fileKey) return null;
  // While nobody reads the segments, an error of their source would end the process.
  stored.on('error', () => {});
  const segments = decryptSegments(fileKey, stored, { first, count });
  const offset = start - first * SEGMENT_BYTES;
  const content = slice(segments, offset, offset + end - start + 1);
  return Readable.from(content, { objectMode: false }).on('close', () => stored.destroy());
}

/** The bytes of a stream from `start` up to but not including `end`. */
async function* slice(source: AsyncIterable<Buffer>, start: number, end: number) {
  let at = 0;
  for await (const bytes of source) {
    const part = bytes.subarray(Math.max(0, start - at), Math.max(0, end - at));
    if (part.length > 0) yield part;
    at += bytes.length;
  }
}

/** Reads a file once somebody reads the result: a stream that cannot open its file would end the process. */
export async function* readFileFrom(file: string, start = 0): AsyncIterable<Buffer> {
  yield* createReadStream(file, { start }) as AsyncIterable<Buffer>;
}

/** Writes a temporary local file. */
export async function writeFile(file: string, header: Buffer, content: AsyncIterable<Buffer>) {
  const bytes = async function* () {
    yield header;
    yield* content;
  };
  await withStorageErrors(() => pipeline(bytes, createWriteStream(file, { mode: 0o600 })));
}

/** Runs with the path of a local file that is deleted afterwards. */
export async function withTemporaryFile<T>(
  parent: string,
  run: (file: string) => Promise<T>,
): Promise<T> {
  await mkdir(parent, { recursive: true, mode: PRIVATE_FOLDER });
  const folder = await mkdtemp(path.join(parent, 'file-'));
  try {
    return await run(path.join(folder, 'content'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
