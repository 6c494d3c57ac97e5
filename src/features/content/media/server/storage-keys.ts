import { createHash, randomBytes } from 'node:crypto';
import type { FileFolder } from '#src/platform/storage/storage.ts';

const UPLOADED: FileFolder = 'content';
const RANDOM_BYTES = 12;

/** A new name `{timestamp}-{random}` without any input of the client. */
export function newStorageName(): string {
  return `${Date.now()}-${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

/** A new key `{folder}/{timestamp}-{random}.{extension}`. */
export function newStorageKey(folder: FileFolder, extension: string): string {
  return `${folder}/${newStorageName()}.${extension}`;
}

/** Key of an uploaded file: always the same for one upload, so that finishing can be repeated. */
export function uploadStorageKey(id: string, createdAt: Date, extension: string): string {
  const random = createHash('sha256')
    .update(id)
    .digest('hex')
    .slice(0, RANDOM_BYTES * 2);
  return `${UPLOADED}/${createdAt.getTime()}-${random}.${extension}`;
}
