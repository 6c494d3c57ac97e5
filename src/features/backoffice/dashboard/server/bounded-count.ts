import { and, sql, type SQL } from 'drizzle-orm';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { FIGURE_LIMIT } from '../dashboard.rules.ts';

/** A count that stops just above the limit. */
export function boundedCount(from: SQL, ...conditions: (SQL | undefined)[]): SQL<number> {
  const where = and(sql`true`, ...conditions);
  const limit = sql.raw(String(FIGURE_LIMIT + 1));
  return sql`(select count(*)::int from (select from ${from} where ${where} limit ${limit}) found)`;
}

/** The refunds that staff have to make by hand, with their subscriptions. */
export const OWED_REFUNDS = {
  from: sql`${refunds} join ${ledgerTransactions} on ${ledgerTransactions.id} = ${refunds.chargeId}
    join ${userSubscriptions} on ${userSubscriptions.id} = ${ledgerTransactions.subscriptionId}`,
  where: sql`${refunds.byHand} and ${refunds.transactionId} is null`,
};
