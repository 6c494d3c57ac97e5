import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/columns.ts';
import { PAYOUT_STATUSES } from '../payouts.schema.ts';

/** The influencer screen's `amount` is the net payout and its `description` the period. */
export const payouts = pgTable(
  'payouts',
  {
    id: primaryId(),
    /** Empty once the influencer was deleted: the books stay. */
    influencerId: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    /** Whom it was made out to, as they were called then. */
    payeeName: text().notNull(),
    payeeEmail: text().notNull(),
    paidBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    periodStart: date({ mode: 'string' }).notNull(),
    periodEnd: date({ mode: 'string' }).notNull(),
    totalSubscriptions: integer().notNull(),
    grossRevenueCents: integer().notNull(),
    merchantFeeCents: integer().notNull(),
    platformCommissionCents: integer().notNull(),
    netPayoutCents: integer().notNull(),
    status: text({ enum: PAYOUT_STATUSES }).notNull().default('pending'),
    paidAt: instant(),
    notes: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payouts_period_key').on(table.influencerId, table.periodStart),
    index('payouts_influencer_idx').on(table.influencerId, table.createdAt),
    index('payouts_newest_idx').on(table.createdAt, table.id),
    oneOf('payouts_status_check', table.status, PAYOUT_STATUSES),
    check('payouts_paid_check', sql`(${table.status} = 'paid') = (${table.paidAt} is not null)`),
    check('payouts_period_check', sql`${table.periodEnd} >= ${table.periodStart}`),
    check(
      'payouts_adds_up',
      sql`${table.grossRevenueCents} = ${table.merchantFeeCents} + ${table.platformCommissionCents} + ${table.netPayoutCents}`,
    ),
  ],
);
