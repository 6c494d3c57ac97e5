import { and, eq, isNull, lt, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  checkLedger,
  type LedgerRule,
  type LedgerViolation,
} from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { ledgerChecks, ledgerFindings } from './ledger-checks.table.ts';

/** More findings of one rule are one fault, and no list to work through. */
const MAXIMUM_STORED = 1_000;
/** Parameters of a statement are limited. */
const BATCH_SIZE = 500;

/** Checks the ledger: the check that somebody requested, or the nightly one. */
export const LEDGER_CHECK_QUEUE = {
  name: 'ledger-check',
  data: z.object({ checkId: z.uuid().nullish() }),
  retries: { limit: 2, delay: 60, delayMax: 300 },
  expireSeconds: 30 * 60,
} satisfies Queue;

/**
 * Checks all rules and stores what they find. What was found before is recognized, and what is no
 * longer found is resolved, except of a rule with more findings than are stored. One check at a time.
 */
export async function runLedgerCheck(
  db: Db,
  checkId: string | null | undefined,
  rules: readonly LedgerRule[] = ALL_LEDGER_RULES,
): Promise<void> {
  const id = checkId ?? (await startCheck(db));
  await db.transaction(async (tx) => {
    // An earlier result may not replace a later one.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ledger-check'))`);
    const now = await readDatabaseTime(tx);
    const violations = await checkLedger(tx, rules, MAXIMUM_STORED + 1);
    await storeFindings(tx, violations, now);
    await resolveOthers(tx, rules, violations, now);
    await finishCheck(tx, id, rules.length);
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  });
}

async function startCheck(db: Db): Promise<string> {
  const [started] = await db.insert(ledgerChecks).values({}).returning({ id: ledgerChecks.id });
  return started!.id;
}

const excluded = (column: string) => sql.raw(`excluded."${column}"`);

async function storeFindings(tx: Db, violations: LedgerViolation[], now: Date): Promise<void> {
  const isChanged = sql`${ledgerFindings.resolvedAt} is not null
    or ${ledgerFindings.expected} <> ${excluded('expected')} or ${ledgerFindings.found} <> ${excluded('found')}`;
  for (let start = 0; start < violations.length; start += BATCH_SIZE) {
    const batch = violations.slice(start, start + BATCH_SIZE);
    await tx
      .insert(ledgerFindings)
      .values(batch.map((one) => ({ ...one, firstFoundAt: now, sinceAt: now, lastFoundAt: now })))
      .onConflictDoUpdate({
        target: [ledgerFindings.rule, ledgerFindings.subject],
        set: {
          expected: excluded('expected'),
          found: excluded('found'),
          sinceAt: sql`case when ${isChanged} then ${excluded('since_at')} else ${ledgerFindings.sinceAt} end`,
          lastFoundAt: now,
          resolvedAt: null,
        },
      });
  }
}

async function resolveOthers(
  tx: Db,
  rules: readonly LedgerRule[],
  violations: LedgerViolation[],
  now: Date,
): Promise<void> {
  const counts = Map.groupBy(violations, ({ rule }) => rule);
  const cutOff = rules
    .map(({ rule }) => rule)
    .filter((rule) => (counts.get(rule)?.length ?? 0) > MAXIMUM_STORED);
  await tx
    .update(ledgerFindings)
    .set({ resolvedAt: now })
    .where(
      and(
        isNull(ledgerFindings.resolvedAt),
        lt(ledgerFindings.lastFoundAt, now),
        cutOff.length > 0 ? notInArray(ledgerFindings.rule, cutOff) : undefined,
      ),
    );
}

async function finishCheck(tx: Db, id: string, ruleCount: number): Promise<void> {
  await tx
    .update(ledgerChecks)
    .set({
      finishedAt: sql`clock_timestamp()`,
      ruleCount,
      transactionCount: sql`(select count(*) from ${ledgerTransactions})`,
    })
    .where(eq(ledgerChecks.id, id));
}
