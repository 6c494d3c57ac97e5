import { sql } from 'drizzle-orm';
import { findExplanations } from '#src/features/money/ledger-checks/server/ledger-findings.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import type { Db } from '#src/platform/database/db.ts';
import { cannotRun, withProductDatabase } from './product-database.ts';

const MAXIMUM_CHECKED = 1_000;
const MAXIMUM_PRINTED = 20;

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
  const violations = await checkLedger(db, ALL_LEDGER_RULES, MAXIMUM_CHECKED);
  const explanations = await findExplanations(db, violations);
  const open = violations.filter((violation) => !explanations.has(violation));
  for (const { rule } of ALL_LEDGER_RULES) {
    const broken = open.filter((violation) => violation.rule === rule);
    console.log(`${broken.length === 0 ? '✓' : '✗'} ${rule}`);
    for (const { subject, expected, found } of broken.slice(0, MAXIMUM_PRINTED)) {
      console.log(`    ${subject}: expected ${expected}, found ${found}`);
    }
    const more = broken.length - MAXIMUM_PRINTED;
    if (more > 0) console.log(`    and ${more} more`);
  }
  if (explanations.size > 0) console.log(`Explained: ${explanations.size}`);
  for (const [{ rule, subject, expected, found }, explanation] of explanations) {
    console.log(`    ${rule}\n    ${subject}: expected ${expected}, found ${found}`);
    console.log(`    ${explanation}`);
  }
  process.exitCode = open.length > 0 ? 1 : 0;
}).catch(cannotRun);
