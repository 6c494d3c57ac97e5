import { randomBytes } from 'node:crypto';

/** A new key `{folder}/{timestamp}-{random}.{extension}`; nothing of it comes from the client. */
export const newStorageKey = (folder: string, extension: string): string =>
  `${folder}/${Date.now()}-${randomBytes(12).toString('hex')}.${extension}`;
