import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { EXTRACT_TYPES } from './ccbill/ccbill-extract.ts';

/** The parts of CCBill's export that were collected, each from where the one before it ends. */
export const ccbillExtracts = pgTable(
  'ccbill_extracts',
  {
    id: primaryId(),
    fromAt: instant().notNull(),
    toAt: instant().notNull(),
    collectedAt: createdAt(),
  },
  (table) => [
    // Of two simultaneous collections, one counts.
    uniqueIndex('ccbill_extracts_from_key').on(table.fromAt),
    index('ccbill_extracts_newest_idx').on(table.toAt),
    // For the retention.
    index('ccbill_extracts_retention_idx').on(table.collectedAt),
    check('ccbill_extracts_time_check', sql`${table.fromAt} < ${table.toAt}`),
  ],
);

/** The transactions of CCBill's export; without what it says about people. */
export const ccbillExtractLines = pgTable(
  'ccbill_extract_lines',
  {
    extractId: uuid()
      .notNull()
      .references(() => ccbillExtracts.id, { onDelete: 'cascade' }),
    /** Its place in the part: equal lines are different transactions. */
    number: integer().notNull(),
    type: text({ enum: EXTRACT_TYPES }).notNull(),
    subscriptionReference: text().notNull(),
    /** Only a renewal has one. */
    transactionReference: text(),
    /** Null for a sale of an account that exports other columns. */
    amountCents: integer(),
    occurredAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.extractId, table.number] }),
    index('ccbill_extract_lines_subscription_idx').on(
      table.subscriptionReference,
      table.occurredAt,
    ),
    oneOf('ccbill_extract_lines_type_check', table.type, EXTRACT_TYPES),
    check(
      'ccbill_extract_lines_transaction_check',
      sql`(${table.type} = 'REBILL') = (${table.transactionReference} is not null)`,
    ),
    check(
      'ccbill_extract_lines_amount_check',
      sql`coalesce(${table.amountCents} >= 0, ${table.type} = 'NEW')`,
    ),
  ],
);
