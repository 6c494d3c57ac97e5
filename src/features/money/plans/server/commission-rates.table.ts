import { sql } from 'drizzle-orm';
import { check, index, numeric, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, primaryId } from '#src/platform/database/columns.ts';
import { subscriptionPlans } from './plans.table.ts';

/**
 * The commissions of a plan after the one that it was created with. Each applies to the payments
 * from its start until the next one starts; whether it is planned, active or ended is computed.
 * Rows are never changed, and deleted only before they start (a trigger).
 */
export const commissionRates = pgTable(
  'commission_rates',
  {
    id: primaryId(),
    planId: uuid()
      .notNull()
      .references(() => subscriptionPlans.id, { onDelete: 'cascade' }),
    percent: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
    effectiveFrom: instant().notNull(),
    /** For the back office only. */
    reason: text().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** When `record_totals` has counted the subscriptions of its plan with it; null until then. */
    countedAt: instant(),
  },
  (table) => [
    // Those that have started and are not counted yet.
    index('commission_rates_uncounted_idx')
      .on(table.effectiveFrom)
      .where(sql`${table.countedAt} is null`),
    unique('commission_rates_start_key').on(table.planId, table.effectiveFrom),
    check('commission_rates_percent_check', sql`${table.percent} between 0 and 100`),
    check('commission_rates_reason_check', sql`btrim(${table.reason}) <> ''`),
  ],
);
