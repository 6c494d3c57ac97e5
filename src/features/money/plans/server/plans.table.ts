import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';

export const subscriptionPlans = pgTable(
  'subscription_plans',
  {
    id: primaryId(),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    priceMonthlyCents: integer().notNull(),
    /** From the start; `commission_rates` has the later ones, so it is never changed (a trigger). */
    platformCommissionPercent: numeric({ precision: 5, scale: 2, mode: 'number' })
      .notNull()
      .default(20),
    /** The commission with which `record_totals` counts its subscriptions; null for the first one. */
    countedPercent: numeric({ precision: 5, scale: 2, mode: 'number' }),
    isActive: boolean().notNull().default(true),
    /** Counts the changes, so that an edit of an older version is detected. */
    version: integer().notNull().default(1),
    /** Active subscriptions of the influencer, counted every ten minutes to sort the marketplace. */
    subscriberCount: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    // An influencer has at most one active plan.
    uniqueIndex('subscription_plans_one_active_key')
      .on(table.influencerId)
      .where(sql`${table.isActive}`),
    index('subscription_plans_newest_idx').on(table.createdAt, table.id),
    // The orders of the marketplace.
    index('subscription_plans_price_idx')
      .on(table.priceMonthlyCents, table.influencerId)
      .where(sql`${table.isActive}`),
    index('subscription_plans_popular_idx')
      .on(table.subscriberCount, table.influencerId)
      .where(sql`${table.isActive}`),
    check('subscription_plans_subscriber_count_check', sql`${table.subscriberCount} >= 0`),
    check('subscription_plans_price_check', sql`${table.priceMonthlyCents} >= 0`),
    check(
      'subscription_plans_commission_check',
      sql`${table.platformCommissionPercent} between 0 and 100`,
    ),
  ],
);
