import { sql } from 'drizzle-orm';
import { boolean, check, pgTable } from 'drizzle-orm/pg-core';

/** One row: what payees need to be paid. Set at the start of the server. */
export const payoutRequirement = pgTable(
  'payout_requirement',
  {
    id: boolean().primaryKey().default(true),
    requiresTaxDetails: boolean().notNull(),
  },
  (table) => [check('payout_requirement_is_one_row', sql`${table.id}`)],
);
