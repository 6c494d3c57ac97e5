import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where files live, by key. Keys are made by the server and never leave it. */
export type Storage = Disk & {
  /** Reads a part of a file; both ends inclusive, in bytes. */
  getRange: (key: string, range: { start: number; end: number }) => Promise<Readable>;
};

/** Storage on the local disk, in `<dataDir>/storage`. */
export function openLocalStorage(dataDir: string): Storage {
  const location = path.join(path.resolve(dataDir), 'storage');
  return Object.assign(new Disk(new FSDriver({ location, visibility: 'private' })), {
    getRange: async (key: string, range: { start: number; end: number }) =>
      createReadStream(path.join(location, key), range),
  });
}
