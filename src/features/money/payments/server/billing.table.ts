import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { CHECKOUT_STATUSES, SANDBOX_CARDS } from '../billing.schema.ts';
import { RECORD_KINDS, RENEWAL_STATES } from '../provider-records.schema.ts';

/** A fan's attempt to buy a subscription: the order, its price and how it ended. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: primaryId(),
    provider: text().notNull(),
    /** The provider's id of its hosted checkout, until it is closed there; null if it has none. */
    providerCheckoutId: text(),
    // No foreign key: fan and influencer may be deleted before the provider reports the payment.
    subscriberId: uuid().notNull(),
    influencerId: uuid().notNull(),
    subscriptionPlanId: uuid().notNull(),
    priceCents: integer().notNull(),
    status: text({ enum: CHECKOUT_STATUSES }).notNull().default('open'),
    expiresAt: instant().notNull(),
    /** When a card was last declined; retained when the order expires. */
    declinedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('checkouts_subscriber_idx').on(table.subscriberId, table.createdAt),
    index('checkouts_influencer_idx')
      .on(table.influencerId)
      .where(sql`${table.status} in ('open', 'declined')`),
    // The declined payments of the back office's list.
    index('checkouts_declined_idx')
      .on(table.declinedAt, table.id)
      .where(sql`${table.declinedAt} is not null and ${table.status} <> 'completed'`),
    // Those to close at the provider.
    index('checkouts_hosted_idx')
      .on(table.expiresAt)
      .where(sql`${table.status} = 'expired' and ${table.providerCheckoutId} is not null`),
    // For the retention.
    index('checkouts_retention_idx')
      .on(table.expiresAt)
      .where(sql`${table.status} <> 'completed'`),
    oneOf('checkouts_status_check', table.status, CHECKOUT_STATUSES),
    check('checkouts_price_check', sql`${table.priceCents} >= 0`),
  ],
);

/** The customer that a fan is at a payment provider, one for each. */
export const providerCustomers = pgTable(
  'provider_customers',
  {
    provider: text().notNull(),
    subscriberId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    providerCustomerId: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberId, table.provider] }),
    uniqueIndex('provider_customers_provider_key').on(table.provider, table.providerCustomerId),
  ],
);

/** Every verified webhook unchanged, stored before it is handled; each is handled once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: primaryId(),
    provider: text().notNull(),
    providerEventId: text().notNull(),
    /** The provider's name for the event type. */
    type: text().notNull(),
    /** What was sent, unchanged; read again on each attempt. */
    content: text().notNull(),
    /** The references, once the content was read; waiting events are found by them. */
    subscriptionReference: text(),
    paymentReference: text(),
    receivedAt: createdAt(),
    handledAt: instant(),
    attempts: integer().notNull().default(0),
    /** The error of the last attempt; null while only the subject is unknown. */
    lastError: text(),
    /** When the job retries it. */
    nextAttemptAt: instant().notNull().defaultNow(),
    /** When the job stopped retrying: a person has to check it. */
    failedAt: instant(),
  },
  (table) => [
    uniqueIndex('payment_events_provider_key').on(table.provider, table.providerEventId),
    index('payment_events_newest_idx').on(table.receivedAt, table.id),
    index('payment_events_unhandled_idx')
      .on(table.receivedAt)
      .where(sql`${table.handledAt} is null`),
    index('payment_events_due_idx')
      .on(table.attempts, table.nextAttemptAt)
      .where(sql`${table.handledAt} is null and ${table.failedAt} is null`),
    // For the retention.
    index('payment_events_retention_idx').on(table.handledAt),
    index('payment_events_search_idx').using(
      'gin',
      table.providerEventId.op('gin_trgm_ops'),
      table.subscriptionReference.op('gin_trgm_ops'),
      table.paymentReference.op('gin_trgm_ops'),
    ),
  ],
);

/**
 * The sandbox's data of a subscription: the card, and the test clock that determines billing (null
 * for real time). The clock may lag behind the real time, but is never ahead of it.
 */
export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    id: text().primaryKey(),
    card: text({ enum: SANDBOX_CARDS }).notNull(),
    clockAt: instant(),
    /** Whether the next webhook about a payment or its end is lost on purpose. */
    losesNextEvent: boolean().notNull().default(false),
  },
  (table) => [oneOf('sandbox_subscriptions_card_check', table.card, SANDBOX_CARDS)],
);

/** The cards that fans saved in the sandbox, by the sandbox's id of the customer. */
export const sandboxCards = pgTable(
  'sandbox_cards',
  {
    customerId: text().primaryKey(),
    card: text({ enum: SANDBOX_CARDS }).notNull(),
  },
  (table) => [oneOf('sandbox_cards_card_check', table.card, SANDBOX_CARDS)],
);

/**
 * What the sandbox believes as a provider, apart from our ledger: its payments, refunds, disputes and
 * subscriptions, stored before their webhook is sent.
 */
export const sandboxRecords = pgTable(
  'sandbox_records',
  {
    kind: text({ enum: RECORD_KINDS }).notNull(),
    reference: text().notNull(),
    subscriptionReference: text(),
    /** The payment of a refund or dispute. */
    paymentReference: text(),
    amountCents: integer(),
    state: text({ enum: RENEWAL_STATES }),
    /** By the test clock, if there is one. */
    occurredAt: instant().notNull(),
    changedAt: createdAt(),
    /** The webhook that reports it as it was sent; null if nothing was sent. */
    event: text(),
    eventId: text(),
    /** Whether this webhook was lost on purpose. */
    isLost: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.reference] }),
    // For the retention.
    index('sandbox_records_retention_idx').on(table.changedAt),
    oneOf('sandbox_records_kind_check', table.kind, RECORD_KINDS),
    oneOf('sandbox_records_state_check', table.state, RENEWAL_STATES),
    check(
      'sandbox_records_shape_check',
      sql`(${table.kind} = 'subscription') = (${table.state} is not null) and (${table.state} is null) = (${table.amountCents} is not null)`,
    ),
    check(
      'sandbox_records_event_check',
      sql`(${table.event} is null) = (${table.eventId} is null)`,
    ),
    check('sandbox_records_lost_check', sql`not ${table.isLost} or ${table.event} is not null`),
  ],
);
