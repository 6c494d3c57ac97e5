import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { instant } from '#src/platform/database/columns.ts';

/** Which payments were made with the same card, as a keyed hash that leads back to no card. */
export const paymentCards = pgTable(
  'payment_cards',
  {
    chargeId: uuid()
      .primaryKey()
      .references(() => ledgerTransactions.id),
    /** The newest of `hashCard`. */
    cardHash: text().notNull(),
    recordedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('payment_cards_hash_idx').on(table.cardHash),
    index('payment_cards_recorded_idx').on(table.recordedAt),
  ],
);
