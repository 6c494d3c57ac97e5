import type pg from 'pg';
import type { Secrets } from '#src/platform/config/keys.ts';
import { openText, sealText } from '#src/platform/config/sealed-text.ts';
import { DELETIONS_LOCK } from '#src/platform/storage/deleted-files.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import type { BackupConfig } from './backup-config.ts';
import { listBackups, putManifest, readManifest, type BackupTarget } from './backup-target.ts';
import { withClient } from './clients.ts';
import { dumpTables, readSequences, readVersions } from './dump-database.ts';
import {
  addKnownFiles,
  countFiles,
  createCatalog,
  fileListName,
  listNewFiles,
  listStoredFiles,
  loadKnownFiles,
  readFileList,
  type KnownFile,
} from './file-catalog.ts';
import { storeContent } from './file-contents.ts';
import { inParallel } from './in-parallel.ts';
import { newBackupId, type Manifest } from './manifest.ts';
import { removeBackups } from './remove-backups.ts';
import { storeStream } from './stored-stream.ts';

/** What a backup does now. */
export type BackupStep =
  | { step: 'files' }
  /** The state that the backup will have can be read with this snapshot. */
  | { step: 'database'; snapshot: string }
  | { step: 'late-files' };

export type BackupSource = {
  databaseUrl: string;
  /** The files as they are stored, which may be encrypted. */
  storage: Storage;
  /** The secrets of the product, of which a backup contains nothing. */
  secrets: Secrets;
};

export type BackupResult = {
  manifest: Manifest;
  /** What was not in an earlier backup. */
  added: { files: number; bytes: number };
  /** The number of removed backups, or why they could not be removed: the new one is good in any case. */
  removed: number | Error;
};

export type Destination = Pick<BackupConfig, 'keys' | 'retention'> & {
  target: BackupTarget;
  keepUntil?: Date | undefined;
};

const BACKUP_LOCK = "hashtext('backup')";
const CONCURRENT_FILES = 4;

/** Another backup is running. */
export class BackupRunningError extends Error {
  override name = 'BackupRunningError';

  constructor() {
    super('Another backup is running: try again when it is done.');
  }
}

/**
 * Backs up the database and the files while the product runs. The files are copied before the snapshot of
 * the database, and the rest after it; no file is deleted in between, so every file that the snapshot
 * names is in the backup. Nothing is a backup until its manifest is stored.
 * @param observe is called before each step, which waits for it
 * @throws BackupRunningError
 */
export async function createBackup(
  source: BackupSource,
  destination: Destination,
  observe: (step: BackupStep) => unknown = () => {},
): Promise<BackupResult> {
  return withClient(source.databaseUrl, async (lock) => {
    await lock.query('begin');
    const { rows } = await lock.query<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as "isFree"`,
    );
    if (!rows[0]?.isFree) throw new BackupRunningError();
    return withClient(source.databaseUrl, (catalog) =>
      backUp(source, destination, { lock, catalog, observe }),
    );
  });
}

type Work = { lock: pg.Client; catalog: pg.Client; observe: (step: BackupStep) => unknown };

async function backUp(
  source: BackupSource,
  { target, keys, retention, keepUntil }: Destination,
  { lock, catalog, observe }: Work,
): Promise<BackupResult> {
  const startedAt = new Date();
  const id = newBackupId(startedAt);
  const copy = { storage: source.storage, target, keys, catalog, added: { files: 0, bytes: 0 } };
  await createCatalog(catalog);
  const [previous] = (await listBackups(target)).complete;
  if (previous) await loadKnownFiles(catalog, target, await readManifest(target, previous));
  await observe({ step: 'files' });
  await copyFiles(copy);

  // Waits for deletions that have begun. Returning to the savepoint releases it.
  await lock.query('savepoint deletions');
  await lock.query(`select pg_advisory_xact_lock(${DELETIONS_LOCK})`);
  const database = await dumpDatabase(source.databaseUrl, target, id, observe);
  await observe({ step: 'late-files' });
  await copyFiles(copy);
  const list = await storeStream(target, fileListName(id), readFileList(catalog));
  const manifest: Manifest = {
    format: 1,
    id,
    startedAt,
    ...(keepUntil && { keepUntil }),
    secretCheck: sealText(source.secrets, secretCheckOf(id), id),
    ...database,
    files: { ...list, ...(await countFiles(catalog)) },
  };
  // Fails if the connection, and with it the lock, was lost.
  await lock.query('rollback to savepoint deletions');
  await putManifest(target, manifest);
  const removed = await removeBackups(catalog, target, retention).catch(asError);
  return { manifest, added: copy.added, removed };
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

const secretCheckOf = (id: string) => ({ purpose: 'backup', subject: id });

/** Whether the secrets of the product open what is sealed in a backup. */
export function opensSealedData(secrets: Secrets, { id, secretCheck }: Manifest): boolean {
  try {
    return openText(secrets, secretCheckOf(id), secretCheck) === id;
  } catch {
    return false;
  }
}

async function dumpDatabase(
  databaseUrl: string,
  target: BackupTarget,
  id: string,
  observe: Work['observe'],
) {
  return withClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ at: Date; snapshot: string }>(
      'select now() as at, pg_export_snapshot() as snapshot',
    );
    const { at, snapshot } = rows[0]!;
    await observe({ step: 'database', snapshot });
    const versions = await readVersions(client);
    const tables = await dumpTables(client, target, id);
    return { snapshotAt: at, ...versions, tables, sequences: await readSequences(client) };
  });
}

type Copy = {
  storage: Storage;
  target: BackupTarget;
  keys: Secrets;
  catalog: pg.Client;
  added: BackupResult['added'];
};

/** Stores the contents of all files that the catalog does not know as they are now. */
async function copyFiles({ storage, target, keys, catalog, added }: Copy): Promise<void> {
  await listStoredFiles(catalog, storage);
  for await (const page of listNewFiles(catalog)) {
    const known: KnownFile[] = [];
    await inParallel(page, CONCURRENT_FILES, async (file) => {
      const content = await storeContent(storage, target, keys, file.key);
      // Deleted in the meantime.
      if (!content) return;
      if (content.isNew) {
        added.files += 1;
        added.bytes += file.size;
      }
      known.push({ ...file, content: content.name });
    });
    await addKnownFiles(catalog, known);
  }
}
