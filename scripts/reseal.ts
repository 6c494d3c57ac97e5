import { resealAll } from '#src/features/privacy/sealed-data/server/reseal.ts';
import { encryptionOf, openStoredFiles } from '#src/platform/storage/open-storage.ts';
import { resealFiles } from '#src/platform/storage/reseal-files.ts';
import { cannotRun, withProductDatabase } from './product-database.ts';

function reportUnreadable(count: number, name: string): void {
  if (count === 0) return;
  console.error(`${count} ${name} cannot be opened: SECRET no longer lists what sealed them.`);
  process.exitCode = 1;
}

await withProductDatabase(async (db, config) => {
  for (const { name, sealed, unreadable } of await resealAll(db, config.secrets)) {
    console.log(`${sealed} ${name} are sealed with the newest secret.`);
    reportUnreadable(unreadable, name);
  }
  const stored = await openStoredFiles(config);
  const encrypt = config.encryptFiles;
  const files = await resealFiles(stored, encryptionOf(config), { encrypt });
  const state = encrypt ? 'encrypted with the newest secret' : 'not encrypted';
  const { changed, unchanged } = files;
  console.log(`${changed + unchanged} files are ${state}, ${changed} of them since now.`);
  reportUnreadable(files.unreadable, 'files');
}).catch(cannotRun);
