import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { SETTLED_KINDS } from '../payouts.schema.ts';
import { payoutLines } from './payouts.table.ts';

const kinds = sql.raw(SETTLED_KINDS.map((kind) => `'${kind}'`).join(', '));

export const openTransaction = alias(ledgerTransactions, 'open_transaction');

/**
 * Each {@link openTransaction} before an instant that no payout has settled; more conditions can
 * follow.
 */
export function openUntil(end: Date): SQL {
  return sql`
  select ${openTransaction.id}, ${openTransaction.shareAccountId}, ${openTransaction.kind},
    ${openTransaction.subscriptionId}, ${openTransaction.occurredAt}
  from ${ledgerTransactions} ${openTransaction}
  where ${openTransaction.kind} in (${kinds}) and ${openTransaction.occurredAt} < ${end}::timestamptz
    and not exists (
      select from ${payoutLines} where ${payoutLines.transactionId} = ${openTransaction.id}
    )`;
}
