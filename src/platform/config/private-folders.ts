import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '#src/platform/database/embedded-postgres-files.ts';
import type { Log } from '#src/platform/log/log.ts';

/** Modes of folders and files that only the product's own account may read. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
// Others may traverse but not list: when started as root, PostgreSQL runs as another user with a folder inside.
const TRAVERSABLE_FOLDER = 0o711;
const PRIVATE_FOLDERS = ['storage', 'processing', 'mail'];

/**
 * Creates the data folder and makes its folders with paid files and one-time links private, which also
 * protects files of older versions with other modes. Sets the umask so that everything the process
 * creates afterwards is private.
 */
export function prepareDataFolder(dataDir: string, log: Pick<Log, 'warn'>): void {
  mkdirSync(dataDir, { recursive: true, mode: TRAVERSABLE_FOLDER });
  for (const name of PRIVATE_FOLDERS) {
    const folder = path.join(dataDir, name);
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    try {
      chmodSync(folder, PRIVATE_FOLDER);
    } catch (error) {
      // Some mounted volumes do not support modes.
      if (!hasCode(error, 'EPERM', 'EROFS', 'ENOTSUP')) throw error;
      log.warn({ folder }, 'other users of this machine may be able to read a folder of ours');
    }
  }
  moveUploads(dataDir);
  process.umask(0o077);
}

/** Earlier versions stored unfinished uploads beside the storage, where other machines cannot continue them. */
function moveUploads(dataDir: string): void {
  const former = path.join(dataDir, 'uploads');
  const current = path.join(dataDir, 'storage', 'uploads');
  if (!existsSync(former) || existsSync(current)) return;
  try {
    renameSync(former, current);
  } catch (error) {
    // The storage is on another disk: these few uploads start again.
    if (!hasCode(error, 'EXDEV')) throw error;
  }
}
