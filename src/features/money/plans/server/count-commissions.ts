import { and, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { commissionRates } from './commission-rates.table.ts';

/** Commissions that have started since the totals were last counted with the commission of their plan. */
export const isUncounted = and(
  isNull(commissionRates.countedAt),
  lte(commissionRates.effectiveFrom, sql`now()`),
)!;

/**
 * Moves the totals of the subscriptions of each plan to the commission that has started. Until then, the
 * figures correct them. Each plan is a transaction of its own, so that no purchase waits for all of them.
 */
export async function countStartedCommissions(db: Db): Promise<void> {
  const started = await db
    .select({ planId: commissionRates.planId })
    .from(commissionRates)
    .where(isUncounted)
    .groupBy(commissionRates.planId);
  for (const { planId } of started) await db.execute(sql`select count_commission(${planId}::uuid)`);
}
