// Backs up the database and the files of the product, also while it runs.
import { openConfiguredBackups } from '#src/platform/backup/backup-target.ts';
import type { BackupStep } from '#src/platform/backup/create-backup.ts';
import { makeBackup } from '#src/platform/backup/scheduled-backups.ts';
import { readArguments } from './commands.mjs';
import { printBackups } from './print-backups.ts';
import { cannotRun, withProductDatabase } from './product-database.ts';

const STEPS: Record<BackupStep['step'], string> = {
  files: 'Copying new files…',
  database: 'Copying the database…',
  'late-files': 'Copying files that were added in the meantime…',
};

/** The backups of the schedule do not replace one that was made by hand for so long. */
const KEEP_DAYS = 90;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

await withProductDatabase(async (db, config, databaseUrl) => {
  if (readArguments('scripts/backup.ts', process.argv.slice(2)).values.list) {
    return printBackups((await openConfiguredBackups(config)).target);
  }
  const { manifest, added, removed } = await makeBackup({ config, db }, databaseUrl, {
    observe: ({ step }) => console.log(STEPS[step]),
    keepUntil: new Date(Date.now() + KEEP_DAYS * 24 * 60 * 60 * 1000),
  });
  const { id, tables, files } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Backup ${id}, retained for at least ${KEEP_DAYS} days`);
  console.log(`  ${rows} rows in ${tables.length} tables`);
  console.log(`  ${files.count} files, ${megabytes(files.contentBytes)}`);
  console.log(`  new since the last backup: ${added.files} files, ${megabytes(added.bytes)}`);
  if (removed instanceof Error) {
    console.error(`The backup is complete, but old ones could not be removed: ${removed.message}`);
    process.exitCode = 1;
  } else {
    console.log(`  old backups removed: ${removed}`);
  }
}).catch(cannotRun);
