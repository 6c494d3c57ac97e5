import { sql, type SQL } from 'drizzle-orm';
import { cashOf } from '#src/features/money/ledger/server/cash-of.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { refunds } from './refunds.table.ts';

/**
 * What can still be given back of a charge: without what was refunded or is disputed, and without
 * what the provider was asked for but has not told of.
 */
export const leftOfCharge = (chargeId: SQL): SQL<number> => sql<number>`(
  ${cashOf(chargeId)}
  + (select coalesce(sum(${cashOf(sql`r.id`)}), 0) from ${ledgerTransactions} r where r.reverses = ${chargeId})
  + (select coalesce(sum(${cashOf(sql`w.id`)}), 0) from ${ledgerTransactions} r
      join ${ledgerTransactions} w on w.reverses = r.id where r.reverses = ${chargeId})
  - (select coalesce(sum(q.amount_cents), 0) from ${refunds} q
      where q.charge_id = ${chargeId} and q.transaction_id is null))`;
