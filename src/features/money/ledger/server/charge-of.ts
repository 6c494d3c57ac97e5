import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ledgerTransactions } from './ledger.table.ts';

const reversed = alias(ledgerTransactions, 'reversed');

/** The charge of a payment's transaction, also of a refund or dispute; null for other transactions. */
export const chargeOfTransaction: SQL<string | null> = sql`case
  when ${ledgerTransactions.kind} = 'charge' then ${ledgerTransactions.id}
  when ${ledgerTransactions.kind} in ('refund', 'dispute') then ${ledgerTransactions.reverses}
  when ${ledgerTransactions.kind} in ('refund_failed', 'dispute_won') then (
    select ${reversed.reverses} from ${ledgerTransactions} ${reversed}
    where ${reversed.id} = ${ledgerTransactions.reverses}) end`;
