import { verifyDecisionLog } from '#src/features/trust/decision-log/server/decision-log.ts';
import { escalationReference } from '#src/features/trust/escalations/escalations.schema.ts';
import { verifyCustody } from '#src/features/trust/escalations/server/custody.ts';
import { cannotRun, withProductDatabase } from './product-database.ts';

const MAXIMUM_PRINTED = 100;

await withProductDatabase(async (db) => {
  const { entries, unchained, last, violations } = await verifyDecisionLog(db, MAXIMUM_PRINTED);
  console.log(`${entries} decisions, ${unchained} of them not chained yet`);
  if (last) console.log(`Last: number ${last.number}, ${last.hash}`);
  for (const { number, entity, recordId, problem } of violations) {
    console.log(`✗ ${number ?? 'unnumbered'} (${entity} ${recordId}): ${problem}`);
  }
  if (violations.length === 0) console.log('✓ The log of decisions is unchanged');
  const broken = await verifyCustody(db, MAXIMUM_PRINTED);
  for (const { escalationId, number, problem } of broken) {
    console.log(`✗ ${escalationReference(escalationId)}, entry ${number ?? 1}: ${problem}`);
  }
  if (broken.length === 0) console.log('✓ The chains of custody are unchanged');
  process.exitCode = violations.length + broken.length > 0 ? 1 : 0;
}).catch(cannotRun);
