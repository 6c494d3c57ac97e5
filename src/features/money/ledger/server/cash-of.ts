import { sql, type SQL } from 'drizzle-orm';

/** What a transaction moved in the till, in cents. */
export const cashOf = (transactionId: SQL): SQL => sql`(
  select coalesce(sum(m.amount_cents), 0)::float8
  from ledger_entries m join ledger_accounts k on k.id = m.account_id and k.kind = 'cash'
  where m.transaction_id = ${transactionId})`;
