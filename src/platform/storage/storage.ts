import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** Maximum lifetime of a presigned link. */
const MAX_PRESIGNED_SECONDS = 3600;

/** The folder of resumable uploads, and the prefix of their ids. */
export const UPLOADS_FOLDER = 'uploads/';
/** The folder of complete uploads that are about to be encrypted. */
export const COMPLETE_UPLOADS_FOLDER = 'complete-uploads/';

/** The folders of the stored files: uploads choose from them, and everything in them is backed up and checked. */
const FILE_FOLDERS = [
  'avatars',
  'content',
  'evidence',
  'performer-documents',
  'portfolios',
  'public',
] as const;
export type FileFolder = (typeof FILE_FOLDERS)[number];

/** Folders whose files no row refers to: unfinished uploads, and test files of checks. Any other is checked. */
const UNCHECKED_FOLDERS = [UPLOADS_FOLDER, COMPLETE_UPLOADS_FOLDER, 'checks/'];

/** Whether a file belongs to what rows refer to, and so to backups and checks. */
export function isRecordedFile(key: string): boolean {
  return !UNCHECKED_FOLDERS.some((folder) => key.startsWith(folder));
}

export type StoredObject = { key: string; size: number; changedAt: Date };

/**
 * Stores files by key, on the local disk or in an S3 bucket, with the same rules. The server creates the
 * keys and never exposes them. Even after a crash, a key has a complete file or none. Writes throw
 * DomainError 'storage-full' when there is no space left.
 */
export type Storage = {
  put(key: string, bytes: Uint8Array | string, contentType?: string): Promise<void>;
  /** Stores a local file. Because storage may link to it, the file may be removed but not changed afterwards. */
  putFile(key: string, path: string, contentType?: string): Promise<void>;
  /** Null when the file does not exist, as for all reads. */
  getBytes(key: string): Promise<Buffer | null>;
  /** A byte range with both ends inclusive. The stream must be read or destroyed. */
  getRange(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  size(key: string): Promise<number | null>;
  exists(key: string): Promise<boolean>;
  /** Succeeds even if the file does not exist. */
  delete(key: string): Promise<void>;
  /** Deletes all files in the folder. */
  deleteFolder(folder: string): Promise<void>;
  /** Lists all files whose keys begin with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Creates an address that gives access to the file for at most an hour; null on the local disk.
   * @throws RangeError for a longer lifetime
   */
  presign(key: string, options: { seconds: number; contentType: string }): Promise<string | null>;
  /** Runs with the path of a local copy of the file, which must not be changed. */
  withLocalFile<T>(key: string, run: (path: string) => Promise<T>): Promise<T>;
  incomingUploads: IncomingUploads;
  /** Removes partial files of crashes that have not changed since `before`. */
  sweepPartialFiles(before: Date): Promise<void>;
};

/**
 * Resumable uploads in progress. Their ids begin with {@link UPLOADS_FOLDER}. Creating one throws
 * DomainError 'storage-full' unless there is space for it and for the rest of all other uploads.
 */
export type IncomingUploads = {
  /** The data store of the tus server. */
  store: DataStore;
  /** Reads up to `length` first bytes of a complete upload; null for others. */
  readStart(id: string, length: number): Promise<Buffer | null>;
  /** Stores a complete upload under a key. The upload itself stays until it is removed, so this can be repeated. */
  storeAs(id: string, key: string): Promise<void>;
  /** Succeeds even if the upload does not exist. */
  remove(id: string): Promise<void>;
  /** Lists unfinished uploads whose ids begin with the prefix: their total and received bytes. */
  listOpen(prefix: string): AsyncIterable<{ size: number; received: number }>;
  /** Lists the ids of uploads that received no bytes since `before`. */
  listStale(before: Date): AsyncIterable<string>;
};

/** Keys come from the server, so a key that could escape its folder is a bug. @throws RangeError */
export function checkKey(key: string): string {
  if (/^\w[\w./-]*$/.test(key) && !/\.\.|\/\.|\/\//.test(key)) return key;
  throw new RangeError(`not a storage key: ${key}`);
}

/** The name of a folder with a trailing slash. */
export function toFolder(name: string): string {
  return checkKey(name).replace(/\/?$/, '/');
}

/** @throws RangeError for an invalid lifetime of a presigned link */
export function checkPresignedSeconds(seconds: number): number {
  if (seconds >= 1 && seconds <= MAX_PRESIGNED_SECONDS) return Math.floor(seconds);
  throw new RangeError(`a presigned link lives 1 to ${MAX_PRESIGNED_SECONDS} seconds`);
}
