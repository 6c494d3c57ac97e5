import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { createdAt, instant } from '#src/platform/database/columns.ts';

/**
 * The refunds that were requested from the payment provider, and by whom. The money is recorded
 * when the provider reports it; until then it already reduces what is left of the charge.
 */
export const refunds = pgTable(
  'refunds',
  {
    /** Chosen by the dialog, so that a double click makes one request. */
    id: uuid().primaryKey(),
    chargeId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    amountCents: integer().notNull(),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** Whether the subscription ends with it: then one mail covers both. */
    endsSubscription: boolean().notNull().default(false),
    /** When the fan's mail about the refund was queued. */
    mailedAt: instant(),
    /** Whether the provider cannot do it: staff refund the payment there, and mark it here. */
    byHand: boolean().notNull().default(false),
    /** When the bank last refused it after the provider had sent it, and why: it is owed by hand. */
    failedAt: instant(),
    failureReason: text(),
    /** The provider's id of a refund that was marked by hand, once reported. */
    providerRefundId: text().unique('refunds_provider_key'),
    /** The ledger's transaction, once recorded. */
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
