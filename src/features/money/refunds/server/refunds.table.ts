import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { createdAt, instant } from '#src/platform/database/columns.ts';

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
    /** Whether the subscription ends with it: then one mail says both. */
    endsSubscription: boolean().notNull().default(false),
    /** When the fan got the mail that says so. */
    mailedAt: instant(),
    /** Whether the provider cannot be asked: staff refund it there, and mark it as refunded here. */
    byHand: boolean().notNull().default(false),
    /** What the provider calls one that was marked by hand, once it reports it. */
    providerRefundId: text().unique('refunds_provider_key'),
    /** The ledger's transaction, once it is there. */
    transactionId: uuid()
      .unique('refunds_transaction_key')
      .references(() => ledgerTransactions.id),
  },
  (table) => [
    index('refunds_charge_idx').on(table.chargeId),
    index('refunds_open_idx')
      .on(table.createdAt)
      .where(sql`${table.transactionId} is null`),
    check('refunds_by_hand_check', sql`${table.byHand} or ${table.providerRefundId} is null`),
    check('refunds_amount_check', sql`${table.amountCents} > 0`),
  ],
);
