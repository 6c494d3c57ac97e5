import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { CHECKOUT_STATUSES, SANDBOX_CARDS } from '../billing.schema.ts';

/** A fan's attempt to buy: what was asked, at which price, and how it ended. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: primaryId(),
    provider: text().notNull(),
    // Named without a reference: they may be deleted before the provider reports the payment.
    subscriberId: uuid().notNull(),
    influencerId: uuid().notNull(),
    subscriptionPlanId: uuid().notNull(),
    priceCents: integer().notNull(),
    status: text({ enum: CHECKOUT_STATUSES }).notNull().default('open'),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('checkouts_subscriber_idx').on(table.subscriberId, table.createdAt),
    index('checkouts_influencer_idx')
      .on(table.influencerId)
      .where(sql`${table.status} in ('open', 'declined')`),
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
    /** The provider's word for it. */
    type: text().notNull(),
    /** What was sent, unchanged: it is read anew whenever it is handled. */
    content: text().notNull(),
    /** What it is about, once it was read: what waits is found by these. */
    subscriptionReference: text(),
    paymentReference: text(),
    receivedAt: createdAt(),
    handledAt: instant(),
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed; empty while its subject is merely unknown. */
    lastError: text(),
    /** When the job tries it again. */
    nextAttemptAt: instant().notNull().defaultNow(),
    /** When the job stopped trying: somebody has to look at it. */
    failedAt: instant(),
  },
  (table) => [
    uniqueIndex('payment_events_provider_key').on(table.provider, table.providerEventId),
    index('payment_events_newest_idx').on(table.receivedAt, table.id),
    index('payment_events_unhandled_idx')
      .on(table.receivedAt)
      .where(sql`${table.handledAt} is null`),
    index('payment_events_due_idx')
      .on(table.nextAttemptAt)
      .where(sql`${table.handledAt} is null and ${table.failedAt} is null`),
    index('payment_events_search_idx').using(
      'gin',
      table.providerEventId.op('gin_trgm_ops'),
      table.subscriptionReference.op('gin_trgm_ops'),
      table.paymentReference.op('gin_trgm_ops'),
    ),
  ],
);

/**
 * What the sandbox knows of a subscription: the card, and the test clock that its billing goes by
 * (empty is the real time). The clock may lag behind the real time, never run ahead.
 */
export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    id: text().primaryKey(),
    card: text({ enum: SANDBOX_CARDS }).notNull(),
    clockAt: instant(),
  },
  (table) => [oneOf('sandbox_subscriptions_card_check', table.card, SANDBOX_CARDS)],
);
