import { resealSecondFactors } from '#src/features/identity/second-factor/server/reseal.ts';
import { cannotRun, withProductDatabase } from './product-database.ts';

await withProductDatabase(async (db, { secrets }) => {
  const { sealed, unreadable } = await resealSecondFactors(db, secrets);
  console.log(`${sealed} secrets of authenticator apps are sealed with the newest secret.`);
  if (unreadable === 0) return;
  console.error(`${unreadable} cannot be opened: SECRET no longer lists what sealed them.`);
  process.exitCode = 1;
}).catch(cannotRun);
