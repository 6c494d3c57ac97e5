import { statfs } from 'node:fs/promises';
import { DomainError } from '#src/lib/problem.ts';

/** A disk with space reserved for the database and other processes. */
export type DiskSpace = {
  /** @throws DomainError 'storage-full' when the bytes would use up the reserve */
  require(bytes: number): Promise<void>;
};

/** Opens the disk of a folder. @param reserve bytes that stay free */
export function openDiskSpace(folder: string, reserve: number): DiskSpace {
  return {
    async require(bytes) {
      const { blocks, bavail, bsize } = await statfs(folder);
      // Some network disks do not report their size.
      if (blocks > 0 && bytes > bavail * bsize - reserve) throw new DomainError('storage-full');
    },
  };
}
