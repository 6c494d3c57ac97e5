import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { decisionLog } from './decision-log.table.ts';

/** Chains the decisions that were committed since the last run, oldest first. */
export async function chainDecisions(db: Db): Promise<void> {
  await db.execute(sql`select chain_decisions()`);
}

/** Something that cannot be if nobody changed the log. */
export type LogViolation = {
  number: number | null;
  entity: string;
  recordId: string;
  problem: string;
};

export type LogVerification = {
  entries: number;
  /** Decisions that the job has not chained yet. */
  unchained: number;
  /** The end of the chain; stored elsewhere, it proves later that nothing was cut off. */
  last: { number: number; hash: string } | null;
  violations: LogViolation[];
};

/** Verifies the whole chain, and that no decision differs from what the log says. */
export async function verifyDecisionLog(db: Db, limit: number): Promise<LogVerification> {
  const { rows: counts } = await db.execute<{ entries: number; unchained: number }>(sql`
    select count(*)::int as entries, (count(*) filter (where number is null))::int as unchained
    from ${decisionLog}`);
  const { rows: last } = await db.execute<{ number: string; hash: string }>(sql`
    select number, hash from ${decisionLog} where number is not null order by number desc limit 1`);
  const { rows } = await db.execute<Omit<LogViolation, 'number'> & { number: string | null }>(sql`
    select number, entity, record_id as "recordId", problem from verify_decision_log()
    order by number nulls last limit ${limit}`);
  const violations = rows.map((row) => ({
    ...row,
    number: row.number === null ? null : Number(row.number),
  }));
  const end = last[0] && { ...last[0], number: Number(last[0].number) };
  return { ...counts[0]!, last: end ?? null, violations };
}
