// Restores a backup into an empty database and an empty storage.
import {
  listBackups,
  openConfiguredBackups,
  readManifest,
} from '#src/platform/backup/backup-target.ts';
import { opensSealedData } from '#src/platform/backup/create-backup.ts';
import { restoreBackup } from '#src/platform/backup/restore-backup.ts';
import { loadConfig } from '#src/platform/config/load-config.ts';
import { prepareDataFolder } from '#src/platform/config/private-folders.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { createLog } from '#src/platform/log/log.ts';
import { openStoredFiles } from '#src/platform/storage/open-storage.ts';
import { readArguments } from './commands.mjs';
import { printBackups } from './print-backups.ts';
import { cannotRun } from './product-database.ts';

const { values: options, positionals } = readArguments('scripts/restore.ts', process.argv.slice(2));

async function restore(): Promise<void> {
  const config = await loadConfig(process.env);
  const { target, keys } = await openConfiguredBackups(config);
  if (options.list) return printBackups(target);
  const [id = (await listBackups(target)).complete[0]] = positionals;
  if (!id) throw new Error('There are no backups at BACKUP_URL.');
  const manifest = await readManifest(target, id);
  if (!opensSealedData(config.secrets, manifest) && !options['other-secret']) {
    throw new Error(
      'SECRET is not the secret of this backup, so its encrypted texts and files could not be read. Set that secret, or add --other-secret.',
    );
  }
  const log = createLog({ logLevel: 'error' });
  prepareDataFolder(config.dataDir, log);
  const postgres = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    console.log(`Restoring the backup ${id}…`);
    const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl ?? postgres!.url;
    const storage = await openStoredFiles(config);
    await restoreBackup({ target, keys, manifest }, { databaseUrl, storage, log });
  } finally {
    await postgres?.stop();
  }
  const { snapshotAt, tables, files } = manifest;
  console.log(`Restored the state of ${snapshotAt.toISOString()}:`);
  console.log(`  ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${files.count} files`);
}

await restore().catch(cannotRun);
