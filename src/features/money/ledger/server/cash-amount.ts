import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ledgerAccounts, ledgerEntries } from './ledger.table.ts';

const entry = alias(ledgerEntries, 'entry');
const cash = alias(ledgerAccounts, 'cash');

/** The cash movement of a transaction, in cents. */
export function cashAmount(transactionId: SQLWrapper): SQL<number> {
  return sql`(
  select coalesce(sum(${entry.amountCents}), 0)::float8
  from ${ledgerEntries} ${entry}
  join ${ledgerAccounts} ${cash} on ${cash.id} = ${entry.accountId} and ${cash.kind} = 'cash'
  where ${entry.transactionId} = ${transactionId})`;
}
