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
    adjustmentCents: bigint({ mode: 'number' }).notNull().default(0),
    netPayoutCents: bigint({ mode: 'number' }).notNull(),
    status: text({ enum: PAYOUT_STATUSES }).notNull().default('pending'),
    paidAt: instant(),
    notes: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payouts_period_key').on(table.shareAccountId, table.periodStart),
    index('payouts_influencer_idx').on(table.influencerId, table.periodStart, table.id),
    index('payouts_newest_idx').on(table.periodStart, table.id),
    index('payouts_pending_idx')
      .on(table.periodStart, table.id)
      .where(sql`${table.status} = 'pending'`),
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
    check('payouts_period_check', sql`${table.periodEnd} >= ${table.periodStart}`),
    // A negative balance is carried over, not paid out.
    check('payouts_net_check', sql`${table.netPayoutCents} > 0`),
    check(
      'payouts_adds_up',
      sql`${table.grossRevenueCents} + ${table.adjustmentCents} = ${table.merchantFeeCents} + ${table.platformCommissionCents} + ${table.netPayoutCents}`,
    ),
  ],
);

/** The transactions that a payout settles; each is settled at most once. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    transactionId: uuid()
      .primaryKey()
      .references(() => ledgerTransactions.id),
    payoutId: uuid()
      .notNull()
      .references(() => payouts.id),
  },
  (table) => [index('payout_lines_payout_idx').on(table.payoutId)],
);
