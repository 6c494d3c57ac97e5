import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { PAYOUT_DOCUMENT_KINDS, type PayoutDocumentContent } from '../payout-documents.schema.ts';
import { payouts } from './payouts.table.ts';

/** The numbered documents of payouts, never changed. What they list is final in the payout itself. */
export const payoutDocuments = pgTable(
  'payout_documents',
  {
    id: primaryId(),
    kind: text({ enum: PAYOUT_DOCUMENT_KINDS }).notNull(),
    prefix: text().notNull(),
    year: integer().notNull(),
    sequence: integer().notNull(),
    number: text().notNull(),
    issuedAt: instant().notNull(),
    payoutId: uuid()
      .notNull()
      .references(() => payouts.id),
    /** A credit note's statement. */
    corrects: uuid(),
    /** The net payout; negative for credit notes. */
    netCents: bigint({ mode: 'number' }).notNull(),
    content: jsonb().$type<PayoutDocumentContent>().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'payout_documents_corrects_fk',
      columns: [table.corrects],
      foreignColumns: [table.id],
    }),
    uniqueIndex('payout_documents_sequence_key').on(table.prefix, table.year, table.sequence),
    uniqueIndex('payout_documents_corrects_key').on(table.corrects),
    index('payout_documents_payout_idx').on(table.payoutId),
    oneOf('payout_documents_kind_check', table.kind, PAYOUT_DOCUMENT_KINDS),
    check(
      'payout_documents_number_check',
      sql`${table.sequence} > 0 and ${table.number} = ${table.prefix} || '-' || ${table.year} || '-' || lpad(${table.sequence}::text, greatest(6, length(${table.sequence}::text)), '0')`,
    ),
    check(
      'payout_documents_amount_check',
      sql`case ${table.kind} when 'statement' then ${table.netCents} > 0 and ${table.corrects} is null
        else ${table.netCents} < 0 and ${table.corrects} is not null end`,
    ),
  ],
);
