import { resealSecondFactors } from '#src/features/identity/second-factor/server/reseal.ts';
import { encryptionOf, openStoredFiles } from '#src/platform/storage/open-storage.ts';
import { resealFiles } from '#src/platform/storage/reseal-files.ts';
import { cannotRun, withProductDatabase } from './product-database.ts';

const UNREADABLE = 'cannot be opened: SECRET no longer lists what sealed them.';

await withProductDatabase(async (db, config) => {
  const secrets = await resealSecondFactors(db, config.secrets);
  console.log(`${secrets.sealed} secrets of authenticator apps are sealed with the newest secret.`);
  if (secrets.unreadable > 0) console.error(`${secrets.unreadable} ${UNREADABLE}`);

  const stored = await openStoredFiles(config);
  const encrypt = config.encryptFiles;
  const files = await resealFiles(stored, encryptionOf(config), { encrypt });
  const state = encrypt ? 'encrypted with the newest secret' : 'not encrypted';
  console.log(
    `${files.changed + files.unchanged} files are ${state}, ${files.changed} of them since now.`,
  );
  if (files.unreadable > 0) console.error(`${files.unreadable} files ${UNREADABLE}`);

  if (secrets.unreadable + files.unreadable > 0) process.exitCode = 1;
}).catch(cannotRun);
