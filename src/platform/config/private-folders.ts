import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '#src/platform/database/embedded-postgres-files.ts';
import type { Log } from '#src/platform/log/log.ts';

/** Modes of what only the product's own account may read. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
// Others may pass, and see nothing: as root, PostgreSQL runs as another user, with a folder in it.
const PASSAGE = 0o711;
const PRIVATE = ['storage', 'uploads', 'processing', 'mail'];

/**
 * Makes the data folder, and closes to all other users those folders in it that hold paid files or
 * one-time links. Files of older versions lie behind them, whatever their modes. From then on the
 * process makes nothing that others may read.
 */
export function prepareDataFolder(dataDir: string, log: Pick<Log, 'warn'>): void {
  mkdirSync(dataDir, { recursive: true, mode: PASSAGE });
  for (const name of PRIVATE) {
    const folder = path.join(dataDir, name);
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    try {
      chmodSync(folder, PRIVATE_FOLDER);
    } catch (error) {
      // On a mounted volume, for example.
      if (!hasCode(error, 'EPERM', 'EROFS', 'ENOTSUP')) throw error;
      log.warn({ folder }, 'other users of this machine may be able to read a folder of ours');
    }
  }
  process.umask(0o077);
}
