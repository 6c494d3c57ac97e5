import type { QueueOptions } from 'pg-boss';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Log } from '#src/platform/log/log.ts';
import { openStoredFiles } from '#src/platform/storage/open-storage.ts';
import { expectNoBackupRuns, isBackupRunDue, recordBackupRun } from './backup-runs.ts';
import {
  listBackups,
  openConfiguredBackups,
  readManifest,
  requireBackupFolder,
} from './backup-target.ts';
import {
  BackupRunningError,
  createBackup,
  type BackupResult,
  type BackupStep,
} from './create-backup.ts';
import { testRestore } from './test-restore.ts';

type Dependencies = {
  config: Config;
  db: Db;
  /** Of the database itself: the locks and the catalog of a backup belong to a session. */
  directUrl: string;
  log: Log;
};

/** Runs for hours. What failed is due again in the next hour. */
export const BACKUP_JOB: QueueOptions = {
  retryLimit: 0,
  expireInSeconds: 23 * 60 * 60,
};

/** Makes a backup and records it. @throws Error when none is configured, or it fails */
export async function makeBackup(
  { config, db }: Pick<Dependencies, 'config' | 'db'>,
  databaseUrl: string,
  { observe, keepUntil }: { observe?: (step: BackupStep) => unknown; keepUntil?: Date } = {},
): Promise<BackupResult> {
  const destination = { ...(await openConfiguredBackups(config)), keepUntil };
  const storage = await openStoredFiles(config);
  const run = { kind: 'backup' as const, everyHours: destination.everyHours };
  return recordBackupRun(db, run, async () => {
    await requireBackupFolder(config.backup!);
    const source = { databaseUrl, storage, secrets: config.secrets };
    const result = await createBackup(source, destination, observe);
    const { tables, files } = result.manifest;
    const rowCount = tables.reduce((sum, { rows }) => sum + rows, 0);
    return { ...result, rowCount, fileCount: files.count };
  });
}

/** Makes a backup if one is due. */
export async function makeDueBackup(dependencies: Dependencies, now: Date): Promise<void> {
  const { config, db, directUrl, log } = dependencies;
  if (!config.backup) return expectNoBackupRuns(db);
  const { everyHours } = config.backup;
  if (!(await isBackupRunDue(db, 'backup', { everyHours, now }))) return;
  try {
    const { removed } = await makeBackup(dependencies, directUrl);
    if (removed instanceof Error) log.warn({ err: removed }, 'old backups could not be removed');
  } catch (error) {
    // Somebody started one by hand.
    if (!(error instanceof BackupRunningError)) throw error;
  }
}

/** Restores the newest backup as a test if that is due. */
export async function testDueBackup(dependencies: Dependencies, now: Date): Promise<void> {
  const { config, db, log } = dependencies;
  const { backup, dataDir, diskReserve } = config;
  if (!backup || backup.testDays === 0) return expectNoBackupRuns(db, ['test']);
  const everyHours = backup.testDays * 24;
  if (!(await isBackupRunDue(db, 'test', { everyHours, now }))) return;
  const { target, keys } = await openConfiguredBackups(config);
  const [newest] = (await listBackups(target)).complete;
  if (!newest) return;
  await recordBackupRun(db, { kind: 'test', everyHours }, async () => {
    const manifest = await readManifest(target, newest);
    const { maximumTestBytes: maximumFileBytes } = backup;
    return testRestore({ target, keys, manifest, dataDir, diskReserve, maximumFileBytes, log });
  });
}
