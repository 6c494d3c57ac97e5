import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/plans/server/plans.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/columns.ts';
import { CHECKOUT_STATUSES } from '../billing.schema.ts';

/** A fan's attempt to buy: what was asked, at which price, and how it ended. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: primaryId(),
    provider: text().notNull(),
    subscriberId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    subscriptionPlanId: uuid()
      .notNull()
      .references(() => subscriptionPlans.id, { onDelete: 'cascade' }),
    priceCents: integer().notNull(),
    status: text({ enum: CHECKOUT_STATUSES }).notNull().default('open'),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('checkouts_subscriber_idx').on(table.subscriberId, table.createdAt),
    oneOf('checkouts_status_check', table.status, CHECKOUT_STATUSES),
    check('checkouts_price_check', sql`${table.priceCents} >= 0`),
  ],
);

/** Every verified webhook as it came, stored before it is handled; each is handled once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: primaryId(),
    provider: text().notNull(),
    providerEventId: text().notNull(),
    type: text().notNull(),
    payload: jsonb().notNull(),
    receivedAt: createdAt(),
    handledAt: instant(),
  },
  (table) => [
    uniqueIndex('payment_events_provider_key').on(table.provider, table.providerEventId),
    index('payment_events_unhandled_idx')
      .on(table.receivedAt)
      .where(sql`${table.handledAt} is null`),
  ],
);
