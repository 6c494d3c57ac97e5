import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { DISPUTE_STAGES, DISPUTE_STATUSES } from '#src/features/money/payments/billing.schema.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';

/**
 * Disputed payments, and the alerts before a dispute. The money is in the ledger: these rows say what
 * has to be done until when.
 */
export const disputes = pgTable(
  'disputes',
  {
    id: primaryId(),
    provider: text().notNull(),
    providerDisputeId: text().notNull(),
    chargeId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    stage: text({ enum: DISPUTE_STAGES }).notNull(),
    status: text({ enum: DISPUTE_STATUSES }).notNull(),
    providerStatus: text(),
    reason: text(),
    reasonCode: text(),
    network: text(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    openedAt: instant().notNull(),
    challengeBy: instant(),
    /** The time of the report that gave it its stage and status. */
    reportedAt: instant().notNull(),
    note: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('disputes_provider_key').on(table.provider, table.providerDisputeId),
    index('disputes_charge_idx').on(table.chargeId),
    index('disputes_newest_idx').on(table.openedAt, table.id),
    index('disputes_waiting_idx')
      .on(table.challengeBy)
      .where(sql`${table.status} = 'opened'`),
    oneOf('disputes_stage_check', table.stage, DISPUTE_STAGES),
    oneOf('disputes_status_check', table.status, DISPUTE_STATUSES),
    check('disputes_amount_check', sql`${table.amountCents} >= 0`),
  ],
);
