import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/plans/server/plans.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/columns.ts';
import { SUBSCRIPTION_STATUSES } from '../subscriptions.schema.ts';

export const userSubscriptions = pgTable(
  'user_subscriptions',
  {
    id: primaryId(),
    subscriberId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    subscriptionPlanId: uuid()
      .notNull()
      // Not 'restrict': when an influencer is deleted, plans and subscriptions go together.
      .references(() => subscriptionPlans.id, { onDelete: 'no action' }),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull().default('active'),
    /** The price at the time of purchase: a later plan price does not change it. */
    priceCents: integer().notNull(),
    currentPeriodStart: instant().notNull(),
    currentPeriodEnd: instant().notNull(),
    /** The fan's cancellation: no renewal, viewing until then. */
    cancelAt: instant(),
    provider: text().notNull(),
    providerSubscriptionId: text(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    // One subscription that is not over for each fan and influencer.
    uniqueIndex('user_subscriptions_one_live_key')
      .on(table.subscriberId, table.influencerId)
      .where(sql`${table.status} <> 'cancelled'`),
    uniqueIndex('user_subscriptions_provider_key').on(table.provider, table.providerSubscriptionId),
    index('user_subscriptions_influencer_idx').on(table.influencerId, table.status),
    index('user_subscriptions_newest_idx').on(table.createdAt, table.id),
    index('user_subscriptions_plan_idx').on(table.subscriptionPlanId),
    index('user_subscriptions_period_end_idx').on(table.currentPeriodEnd),
    oneOf('user_subscriptions_status_check', table.status, SUBSCRIPTION_STATUSES),
    check(
      'user_subscriptions_period_check',
      sql`${table.currentPeriodEnd} > ${table.currentPeriodStart}`,
    ),
    check('user_subscriptions_price_check', sql`${table.priceCents} >= 0`),
    check('user_subscriptions_not_self', sql`${table.subscriberId} <> ${table.influencerId}`),
  ],
);
