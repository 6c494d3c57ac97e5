import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/accounts/server/accounts.table.ts';
import { ledgerTransactions } from '#src/features/ledger/server/ledger.table.ts';
import { createdAt } from '#src/platform/columns.ts';

/**
 * What the office asked the payment provider to give back, and who asked. The money is booked when
 * the provider tells that it went; until then it counts as gone from what is left of the charge.
 */
export const refunds = pgTable(
  'refunds',
  {
    /** Chosen by the dialog that asks, so that a double click asks once. */
    id: uuid().primaryKey(),
    chargeId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    amountCents: integer().notNull(),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** The booking, once it is there. */
    transactionId: uuid()
      .unique('refunds_transaction_key')
      .references(() => ledgerTransactions.id),
  },
  (table) => [
    index('refunds_charge_idx').on(table.chargeId),
    index('refunds_open_idx')
      .on(table.createdAt)
      .where(sql`${table.transactionId} is null`),
    check('refunds_amount_check', sql`${table.amountCents} > 0`),
  ],
);
