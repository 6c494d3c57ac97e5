import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The files in memory of Linux. */
const MEMORY = '/dev/shm';
/** More than all databases of a test run together. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

function hasEnoughMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}

/**
 * Creates a folder for a database of tests, in memory where there is plenty: a disk needs several times
 * as long for the thousand files of each new database as the database itself.
 */
export function createDataFolder(name: string): string {
  const parent = hasEnoughMemory() ? MEMORY : tmpdir();
  const folder = mkdtempSync(path.join(parent, `velvet-rope-${name}-`));
  // When started as root, PostgreSQL runs as another user who must be able to enter the folder.
  chmodSync(folder, 0o755);
  return folder;
}
