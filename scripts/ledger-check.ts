import { sql } from 'drizzle-orm';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import type { Db } from '#src/platform/database/db.ts';
import { cannotRun, withProductDatabase } from './product-database.ts';

async function countLedger(db: Db) {
  const { rows } = await db.execute<{ transactions: string; entries: string; payouts: string }>(
    sql`select (select count(*) from ledger_transactions) as transactions,
      (select count(*) from ledger_entries) as entries, (select count(*) from payouts) as payouts`,
  );
  return rows[0]!;
}

await withProductDatabase(async (db) => {
  const { transactions, entries, payouts } = await countLedger(db);
  console.log(`${transactions} transactions, ${entries} entries, ${payouts} payouts`);
  const faults = await checkLedger(db, ALL_LEDGER_RULES);
  for (const { rule } of ALL_LEDGER_RULES) {
    const broken = faults.filter((fault) => fault.rule === rule);
    console.log(`${broken.length === 0 ? '✓' : '✗'} ${rule}`);
    for (const { subject, detail } of broken) console.log(`    ${subject}: ${detail}`);
  }
  process.exitCode = faults.length > 0 ? 1 : 0;
}).catch(cannotRun);
