import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { instant, oneOf, primaryId, updatedAt } from '#src/platform/database/columns.ts';
import { INVOICE_KINDS, TAX_SCHEMES, type InvoiceContent } from '../invoices.schema.ts';

/**
 * The last number of each series of documents. A prefix belongs to one legal entity, and to one kind
 * of document or to one payee. The row is locked while numbers are given, so that none is missing or
 * given twice.
 */
export const documentSeries = pgTable(
  'document_series',
  {
    prefix: text().notNull(),
    year: integer().notNull(),
    /** The tax number of the legal entity, once it is known. */
    taxId: text(),
    /** The payee whose statements it numbers; null for the documents of fans. */
    shareAccountId: integer().references(() => ledgerAccounts.id),
    lastSequence: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.prefix, table.year] }),
    check('document_series_sequence_check', sql`${table.lastSequence} >= 0`),
  ],
);

/**
 * Invoices and credit notes: one for each payment of a fan and for each change of it, never changed.
 * Fans have no foreign key: they can be deleted, documents cannot.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: primaryId(),
    kind: text({ enum: INVOICE_KINDS }).notNull(),
    prefix: text().notNull(),
    year: integer().notNull(),
    sequence: integer().notNull(),
    number: text().notNull(),
    issuedAt: instant().notNull(),
    /** When the fan paid, or the money went back: the tax point. */
    occurredAt: instant().notNull(),
    transactionId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    /** The payment that it is about. */
    chargeId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    subscriberId: uuid().notNull(),
    /** Negative for credit notes, as the tax is. */
    grossCents: bigint({ mode: 'number' }).notNull(),
    taxCents: bigint({ mode: 'number' }).notNull(),
    scheme: text({ enum: TAX_SCHEMES }).notNull(),
    /** The country whose tax it is, or where the fan lives: an ISO 3166 code. */
    country: text(),
    /** In basis points; null without a single rate. */
    rateBasisPoints: integer(),
    content: jsonb().$type<InvoiceContent>().notNull(),
  },
  (table) => [
    uniqueIndex('invoices_sequence_key').on(table.prefix, table.year, table.sequence),
    uniqueIndex('invoices_number_key').on(table.number),
    uniqueIndex('invoices_transaction_key').on(table.transactionId),
    index('invoices_charge_idx').on(table.chargeId),
    index('invoices_subscriber_idx').on(table.subscriberId),
    index('invoices_newest_idx').on(table.occurredAt, table.id),
    oneOf('invoices_kind_check', table.kind, INVOICE_KINDS),
    oneOf('invoices_scheme_check', table.scheme, TAX_SCHEMES),
    check(
      'invoices_number_check',
      sql`${table.sequence} > 0 and ${table.number} = ${table.prefix} || '-' || ${table.year} || '-' || lpad(${table.sequence}::text, greatest(6, length(${table.sequence}::text)), '0')`,
    ),
    check(
      'invoices_amount_check',
      sql`case ${table.kind} when 'invoice' then ${table.grossCents} > 0 and ${table.taxCents} between 0 and ${table.grossCents}
        else ${table.grossCents} < 0 and ${table.taxCents} between ${table.grossCents} and 0 end`,
    ),
  ],
);

/** Where a fan lives, as they state it when they subscribe: the country whose tax applies. */
export const taxResidences = pgTable(
  'tax_residences',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** An ISO 3166 code. */
    country: text().notNull(),
    statedAt: updatedAt(),
  },
  (table) => [check('tax_residences_country_check', sql`${table.country} ~ '^[A-Z]{2}$'`)],
);
