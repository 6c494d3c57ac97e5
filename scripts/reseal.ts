import { resealAll } from '#src/features/privacy/sealed-data/server/reseal.ts';
import { cannotRun, withProductDatabase } from './product-database.ts';

await withProductDatabase(async (db, { secrets }) => {
  for (const { name, sealed, unreadable } of await resealAll(db, secrets)) {
    console.log(`${sealed} ${name} are sealed with the newest secret.`);
    if (unreadable === 0) continue;
    console.error(
      `${unreadable} ${name} cannot be opened: SECRET no longer lists what sealed them.`,
    );
    process.exitCode = 1;
  }
}).catch(cannotRun);
