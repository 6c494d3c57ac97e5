import type pg from 'pg';
import type { Secrets } from '#src/platform/config/keys.ts';
import { openDatabase } from '#src/platform/database/db.ts';
import { installJobs } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log/log.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import type { BackupTarget } from './backup-target.ts';
import { withClient } from './clients.ts';
import {
  countOtherFiles,
  createCatalog,
  listKnownFiles,
  listStoredFiles,
  loadKnownFiles,
} from './file-catalog.ts';
import { hasContent, withContent } from './file-contents.ts';
import { inParallel } from './in-parallel.ts';
import type { Manifest } from './manifest.ts';
import { requireEmptyDatabase, restoreDatabase } from './restore-database.ts';

const CONCURRENT_FILES = 4;

type Backup = { target: BackupTarget; keys: Secrets; manifest: Manifest };
type Into = {
  databaseUrl: string;
  /** The files as they are stored, which may be encrypted. */
  storage: Storage;
  log: Log;
};

/**
 * Restores a backup into an empty database and a storage without other files. The rows come last and in
 * one transaction: an interrupted restore can be repeated, and resumes with the missing files.
 * @throws Error when the database or the storage has data, or the backup is damaged
 */
export async function restoreBackup(backup: Backup, { databaseUrl, storage, log }: Into) {
  await withClient(databaseUrl, async (client) => {
    await requireEmptyDatabase(client);
    await installJobTables(databaseUrl, log);
    await restoreFiles(client, backup, storage);
    await restoreDatabase(client, backup.target, backup.manifest);
  });
}

/** Creates the tables of the job queues, of which the product knows only the newest version. */
export async function installJobTables(databaseUrl: string, log: Log): Promise<void> {
  const { pool } = openDatabase(databaseUrl, { max: 1 });
  try {
    await installJobs(pool, log, []);
  } finally {
    await pool.end();
  }
}

async function restoreFiles(
  catalog: pg.Client,
  { target, keys, manifest }: Backup,
  storage: Storage,
): Promise<void> {
  await createCatalog(catalog);
  await loadKnownFiles(catalog, target, manifest);
  await listStoredFiles(catalog, storage);
  const others = await countOtherFiles(catalog);
  if (others > 0) {
    throw new Error(
      `The storage has files that the backup does not have (${others}): a backup is restored only into an empty storage.`,
    );
  }
  for await (const page of listKnownFiles(catalog)) {
    await inParallel(page, CONCURRENT_FILES, async ({ key, content }) => {
      // From an interrupted restore.
      if (await hasContent(storage, keys, key, content)) return;
      await withContent(target, keys, content, (file) => storage.putFile(key, file));
    });
  }
}
