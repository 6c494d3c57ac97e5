import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { createdAt, instant, oneOf } from '#src/platform/database/columns.ts';
import { CORRECTION_KINDS, CORRECTION_STATUSES } from '../corrections.schema.ts';

/**
 * Corrections by people. Who requested and who decided have no foreign key: a correction is never
 * deleted, and still shows that two people were involved after one of them has left.
 */
export const corrections = pgTable(
  'corrections',
  {
    /** Chosen by the dialog, so that a repeated request makes one correction. */
    id: uuid().primaryKey(),
    kind: text({ enum: CORRECTION_KINDS }).notNull(),
    /** The share of the influencer that it is about. */
    shareAccountId: integer()
      .notNull()
      .references(() => ledgerAccounts.id),
    /** The payment that it is about. */
    chargeId: uuid().references(() => ledgerTransactions.id),
    /** The correction that it reverses; then the amount is negative. */
    reverses: uuid().references((): AnyPgColumn => corrections.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    /** For the back office only. */
    reason: text().notNull(),
    /** The influencer's statement shows it. */
    statementText: text(),
    status: text({ enum: CORRECTION_STATUSES }).notNull(),
    /** Whether its amount requires a second person. */
    needsApproval: boolean().notNull(),
    requestedBy: uuid().notNull(),
    createdAt: createdAt(),
    /** Who approved, declined or withdrew it; null without an approval. */
    decidedBy: uuid(),
    decidedAt: instant(),
    /** The reason of a refusal. */
    decisionNote: text(),
    /** The ledger's transaction, once approved. */
    transactionId: uuid()
      .unique('corrections_transaction_key')
      .references(() => ledgerTransactions.id),
  },
  (table) => [
    // A correction is reversed once.
    uniqueIndex('corrections_reverses_key')
      .on(table.reverses)
      .where(sql`${table.status} in ('proposed', 'approved')`),
    index('corrections_newest_idx').on(table.createdAt, table.id),
    index('corrections_share_idx').on(table.shareAccountId, table.createdAt, table.id),
    index('corrections_charge_idx').on(table.chargeId),
    index('corrections_proposed_idx')
      .on(table.createdAt)
      .where(sql`${table.status} = 'proposed'`),
    oneOf('corrections_kind_check', table.kind, CORRECTION_KINDS),
    oneOf('corrections_status_check', table.status, CORRECTION_STATUSES),
    check(
      'corrections_amount_check',
      sql`case when ${table.reverses} is null then ${table.amountCents} > 0 else ${table.amountCents} < 0 end`,
    ),
    check('corrections_reason_check', sql`btrim(${table.reason}) <> ''`),
    check(
      'corrections_recorded_check',
      sql`(${table.status} = 'approved') = (${table.transactionId} is not null)`,
    ),
    check(
      'corrections_decided_check',
      sql`case when ${table.status} = 'proposed' then ${table.decidedAt} is null and ${table.needsApproval} else ${table.decidedAt} is not null end`,
    ),
    // Nobody decides about what they requested themselves, except to withdraw it.
    check(
      'corrections_second_person_check',
      sql`case ${table.status} when 'proposed' then ${table.decidedBy} is null
        when 'withdrawn' then ${table.decidedBy} is not distinct from ${table.requestedBy}
        else case when ${table.needsApproval} then ${table.decidedBy} is not null and ${table.decidedBy} <> ${table.requestedBy}
          else ${table.decidedBy} is null end end`,
    ),
  ],
);
