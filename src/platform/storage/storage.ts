import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** Longest life of a presigned link, in seconds. */
const MAX_PRESIGNED_SECONDS = 3600;

/** Where resumable uploads arrive: the ids of the store begin with it. */
export const INCOMING_UPLOADS_FOLDER = 'uploads/';

export type StoredObject = { key: string; size: number; changedAt: Date };

/**
 * Where files live, by key: on the local disk or in an S3 bucket, with the same rules. Keys are
 * made by the server and never leave it. A key holds a whole file or none, whatever crashes. Whatever
 * writes throws DomainError 'storage-full' when there is no room left.
 */
export type Storage = {
  put(key: string, bytes: Uint8Array | string, contentType?: string): Promise<void>;
  /** Takes a file of the disk, which may be removed but not changed afterwards: it may be linked. */
  putFile(key: string, path: string, contentType?: string): Promise<void>;
  /** Null when there is no such file, as with all that reads. */
  getBytes(key: string): Promise<Buffer | null>;
  /** A part of a file, both ends inclusive, in bytes. It must be read or destroyed. */
  getRange(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  size(key: string): Promise<number | null>;
  exists(key: string): Promise<boolean>;
  /** What is gone already does not matter. */
  delete(key: string): Promise<void>;
  /** Deletes all whose keys begin with this folder's. */
  deleteFolder(folder: string): Promise<void>;
  /** All whose keys begin with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Address that gives the file to whoever has it, for at most an hour; null on the local disk.
   * @throws RangeError when it should live longer
   */
  presign(key: string, options: { seconds: number; contentType: string }): Promise<string | null>;
  /** Runs with the path of a file of the disk with these bytes, to be read only. */
  withLocalFile<T>(key: string, run: (path: string) => Promise<T>): Promise<T>;
  incomingUploads: IncomingUploads;
  /** Removes what crashes left behind half-written, untouched since `before`. */
  sweepPartialFiles(before: Date): Promise<void>;
};

/**
 * Resumable uploads on their way. Their ids begin with {@link ARRIVALS_FOLDER}. To begin one throws
 * DomainError 'storage-full' when there is no room for it and for all others that are on their way.
 */
export type IncomingUploads = {
  /** Takes them in, for the tus server. */
  store: DataStore;
  /** At most `length` first bytes of one that is here whole; else null. */
  readStart(id: string, length: number): Promise<Buffer | null>;
  /** Gives one that is here whole a key, too. It stays until it is removed, so this can be repeated. */
  storeAs(id: string, key: string): Promise<void>;
  /** What is gone already does not matter. */
  remove(id: string): Promise<void>;
  /** Those whose ids begin with the prefix: how many bytes they will have, and have. */
  listOpen(prefix: string): AsyncIterable<{ size: number; received: number }>;
  /** Ids of those that got no bytes since `before`. */
  listStale(before: Date): AsyncIterable<string>;
};

/** Keys are the server's own, so one that could leave its place is a bug. @throws RangeError */
export function checkKey(key: string): string {
  if (/^\w[\w./-]*$/.test(key) && !/\.\.|\/\.|\/\//.test(key)) return key;
  throw new RangeError(`not a storage key: ${key}`);
}

/** The name of a folder with a slash at its end. */
export const folderOf = (name: string): string => checkKey(name).replace(/\/?$/, '/');

/** @throws RangeError when a presigned link would live too long, or not at all */
export function checkPresignedSeconds(seconds: number): number {
  if (seconds >= 1 && seconds <= MAX_PRESIGNED_SECONDS) return Math.floor(seconds);
  throw new RangeError(`a presigned link lives 1 to ${MAX_PRESIGNED_SECONDS} seconds`);
}
