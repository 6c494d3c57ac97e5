import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { PAYOUT_STATUSES } from '../payouts.schema.ts';

/** The influencer screen's `amount` is the net payout and its `description` the period. */
export const payouts = pgTable(
  'payouts',
  {
    id: primaryId(),
    /** Null after the influencer's deletion: payouts are never deleted. */
    influencerId: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    /** The share account, and the two transactions: reserved and paid. */
    shareAccountId: integer()
      .notNull()
      .references(() => ledgerAccounts.id),
    madeTransactionId: uuid()
      .notNull()
      .unique('payouts_made_key')
      .references(() => ledgerTransactions.id),
    paidTransactionId: uuid()
      .unique('payouts_paid_key')
      .references(() => ledgerTransactions.id),
    /** The payee's name and address when the payout was made. */
    payeeName: text().notNull(),
    payeeEmail: text().notNull(),
    paidBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    periodStart: date({ mode: 'string' }).notNull(),
    periodEnd: date({ mode: 'string' }).notNull(),
    totalSubscriptions: integer().notNull(),
    grossRevenueCents: bigint({ mode: 'number' }).notNull(),
    merchantFeeCents: bigint({ mode: 'number' }).notNull(),
    platformCommissionCents: bigint({ mode: 'number' }).notNull(),
    /** What this payout withholds, until when, and its transaction. */
    reserveHeldCents: bigint({ mode: 'number' }).notNull().default(0),
    reserveReleaseAt: instant(),
    reserveTransactionId: uuid()
      .unique('payouts_reserve_key')
      .references(() => ledgerTransactions.id),
    /** What this payout contains of reserves that earlier ones withheld. */
    reserveReleasedCents: bigint({ mode: 'number' }).notNull().default(0),
    adjustmentCents: bigint({ mode: 'number' }).notNull().default(0),
    netPayoutCents: bigint({ mode: 'number' }).notNull(),
    /** As the rules demanded when the payout was made. */
    needsApproval: boolean().notNull().default(false),
    /** The admin who ran the payouts; null if the nightly job did. */
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    approvedAt: instant(),
    approvedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    sentAt: instant(),
    sentBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: PAYOUT_STATUSES }).notNull().default('pending'),
    paidAt: instant(),
    notes: text(),
    createdAt: createdAt(),
  },
  (table) => [
    // A voided payout makes way for a new one.
    uniqueIndex('payouts_period_key')
      .on(table.shareAccountId, table.periodStart)
      .where(sql`${table.status} <> 'voided'`),
    index('payouts_influencer_idx').on(table.influencerId, table.periodStart, table.id),
    index('payouts_newest_idx').on(table.periodStart, table.id),
    index('payouts_pending_idx')
      .on(table.periodStart, table.id)
      .where(sql`${table.status} in ('pending', 'approved', 'sent', 'returned')`),
    index('payouts_reserve_release_idx')
      .on(table.reserveReleaseAt)
      .where(sql`${table.reserveReleaseAt} is not null and ${table.status} <> 'voided'`),
    index('payouts_date_idx').on(sql`coalesce(${table.paidAt}, ${table.createdAt})`),
    index('payouts_payee_idx').using(
      'gin',
      table.payeeName.op('gin_trgm_ops'),
      table.payeeEmail.op('gin_trgm_ops'),
    ),
    oneOf('payouts_status_check', table.status, PAYOUT_STATUSES),
    check(
      'payouts_paid_check',
      sql`(${table.status} = 'paid') = (${table.paidAt} is not null) and (${table.status} = 'paid') = (${table.paidTransactionId} is not null)`,
    ),
    check(
      'payouts_approved_check',
      sql`not ${table.needsApproval} or ${table.status} in ('pending', 'voided') or ${table.approvedAt} is not null`,
    ),
    // Whoever approves has neither made the payout nor lets the money go.
    check('payouts_second_person_check', sql`${table.approvedBy} <> ${table.createdBy}`),
    check(
      'payouts_released_by_check',
      sql`${table.approvedBy} <> case when ${table.sentAt} is null then ${table.paidBy} else ${table.sentBy} end`,
    ),
    check('payouts_sent_check', sql`${table.status} <> 'sent' or ${table.sentAt} is not null`),
    check(
      'payouts_reserve_check',
      sql`${table.reserveHeldCents} >= 0 and ${table.reserveReleasedCents} >= 0
        and (${table.reserveHeldCents} > 0) = (${table.reserveTransactionId} is not null)
        and (${table.reserveHeldCents} > 0) = (${table.reserveReleaseAt} is not null)`,
    ),
    check('payouts_period_check', sql`${table.periodEnd} >= ${table.periodStart}`),
    // A negative balance is carried over, not paid out.
    check('payouts_net_check', sql`${table.netPayoutCents} > 0`),
    check(
      'payouts_adds_up',
      sql`${table.grossRevenueCents} + ${table.adjustmentCents} + ${table.reserveReleasedCents}
        = ${table.merchantFeeCents} + ${table.platformCommissionCents} + ${table.reserveHeldCents} + ${table.netPayoutCents}`,
    ),
  ],
);

/** The transactions that a payout settles; each is settled at most once, unless it is voided. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    transactionId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    payoutId: uuid()
      .notNull()
      .references(() => payouts.id),
    /** Set with the payout's status; the only change of a line. */
    isVoided: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.payoutId, table.transactionId] }),
    uniqueIndex('payout_lines_settled_key')
      .on(table.transactionId)
      .where(sql`not ${table.isVoided}`),
  ],
);

/** Every change of a payout's status: who, when and why. Rows are never changed. */
export const payoutTransitions = pgTable(
  'payout_transitions',
  {
    id: primaryId(),
    /** The order of the changes; a payment can be recorded later than it was made. */
    sequence: integer().notNull().generatedAlwaysAsIdentity(),
    payoutId: uuid()
      .notNull()
      .references(() => payouts.id),
    fromStatus: text({ enum: PAYOUT_STATUSES }).notNull(),
    toStatus: text({ enum: PAYOUT_STATUSES }).notNull(),
    at: instant().notNull(),
    by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Why, or the notes of a payment. */
    reason: text(),
    /** The bank's or our number of the transfer or its batch. */
    reference: text(),
    valueDate: date({ mode: 'string' }),
    feeCents: bigint({ mode: 'number' }).notNull().default(0),
    /** What the ledger records about it. */
    transactionId: uuid().references(() => ledgerTransactions.id),
    feeTransactionId: uuid().references(() => ledgerTransactions.id),
  },
  (table) => [
    index('payout_transitions_payout_idx').on(table.payoutId, table.sequence),
    // For the export of the ledger, which names the payout of each transaction.
    index('payout_transitions_transaction_idx').on(table.transactionId),
    index('payout_transitions_fee_idx').on(table.feeTransactionId),
    oneOf('payout_transitions_from_check', table.fromStatus, PAYOUT_STATUSES),
    oneOf('payout_transitions_to_check', table.toStatus, PAYOUT_STATUSES),
    check('payout_transitions_change_check', sql`${table.fromStatus} <> ${table.toStatus}`),
    check(
      'payout_transitions_reason_check',
      sql`${table.toStatus} not in ('returned', 'voided') or btrim(${table.reason}) <> ''`,
    ),
    check(
      'payout_transitions_fee_check',
      sql`${table.feeCents} >= 0 and (${table.feeCents} > 0) = (${table.feeTransactionId} is not null)`,
    ),
  ],
);
