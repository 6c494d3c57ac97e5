import { resealSecondFactors } from '#src/features/identity/second-factor/server/reseal.ts';
import { cannotRun, withProductDatabase } from './product-database.ts';

await withProductDatabase(async (db, { secrets }) => {
  const count = await resealSecondFactors(db, secrets);
  console.log(`${count} secrets of authenticator apps are sealed with the newest secret.`);
}).catch(cannotRun);
