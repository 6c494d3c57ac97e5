import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { bankDetails } from '#src/features/money/payees/server/payees.table.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { createdAt, oneOf, primaryId } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';
import { FILE_FORMATS, PAYMENT_OUTCOMES } from '../bank-files.schema.ts';

/** The files that were made for the bank. The caller of the operation chooses the id. */
export const bankFiles = pgTable(
  'bank_files',
  {
    id: uuid().primaryKey(),
    /** Counts all files: the bank's reference of a file. */
    number: integer().notNull().unique('bank_files_number_key'),
    format: text({ enum: FILE_FORMATS }).notNull(),
    fileName: text().notNull(),
    payments: integer().notNull(),
    totalCents: bigint({ mode: 'number' }).notNull(),
    /** The content, sealed for the file, because it contains account numbers. */
    sealed: text().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('bank_files_newest_idx').on(table.createdAt, table.id),
    oneOf('bank_files_format_check', table.format, FILE_FORMATS),
    check('bank_files_payments_check', sql`${table.payments} > 0 and ${table.totalCents} > 0`),
  ],
);

export const BANK_FILES: SealedColumn = {
  column: bankFiles.sealed,
  id: bankFiles.id,
  purpose: 'bank files v1',
};

/** The payouts of a file, and what the bank reported about each. */
export const bankPayments = pgTable(
  'bank_payments',
  {
    id: primaryId(),
    /** Counts all payments: their end-to-end id. */
    number: bigint({ mode: 'number' })
      .generatedAlwaysAsIdentity()
      .unique('bank_payments_number_key'),
    bankFileId: uuid()
      .notNull()
      .references(() => bankFiles.id),
    payoutId: uuid()
      .notNull()
      .references(() => payouts.id),
    /** The version of the bank details that was paid to; null after the influencer's deletion. */
    bankDetailsId: uuid().references(() => bankDetails.id, { onDelete: 'set null' }),
    amountCents: bigint({ mode: 'number' }).notNull(),
    outcome: text({ enum: PAYMENT_OUTCOMES }),
    /** Null for payments that people marked as returned, before the bank reported it. */
    valueDate: date({ mode: 'string' }),
    bankReference: text(),
    /** The bank's reason of a return. */
    reason: text(),
  },
  (table) => [
    // A payout is in one file at a time; after a return it can be paid again.
    uniqueIndex('bank_payments_open_key')
      .on(table.payoutId)
      .where(sql`${table.outcome} is distinct from 'returned'`),
    index('bank_payments_file_idx').on(table.bankFileId),
    index('bank_payments_payout_idx').on(table.payoutId),
    index('bank_payments_details_idx').on(table.bankDetailsId),
    oneOf('bank_payments_outcome_check', table.outcome, PAYMENT_OUTCOMES),
    check(
      'bank_payments_dated_check',
      sql`case ${table.outcome} when 'paid' then ${table.valueDate} is not null when 'returned' then true else ${table.valueDate} is null end`,
    ),
    check('bank_payments_amount_check', sql`${table.amountCents} > 0`),
  ],
);

/** A payout has at most one payment that was not returned. */
export const IS_OPEN = sql`${bankPayments.outcome} is distinct from 'returned'`;
