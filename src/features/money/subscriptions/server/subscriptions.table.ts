import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf, primaryId, updatedAt } from '#src/platform/database/columns.ts';
import { END_REASONS, SUBSCRIPTION_STATUSES } from '../subscriptions.schema.ts';

type Columns = Record<
  'id' | 'influencerId' | 'status' | 'endReason' | 'pastDueSince' | 'endedAt',
  AnyPgColumn
>;

/** Since when a renewal has failed: it is retried, or has ended the subscription. */
export function failedRenewal({ status, endReason, pastDueSince, endedAt }: Columns) {
  return {
    at: sql`coalesce(${pastDueSince}, ${endedAt})`,
    exists: sql`(${status} = 'past_due' or ${endReason} = 'unpaid')`,
  };
}

const indexesOfFailedRenewals = (table: Columns) => {
  const { at, exists } = failedRenewal(table);
  return [
    index('user_subscriptions_failed_idx').on(at, table.id).where(exists),
    // Few of the subscriptions to an influencer.
    index('user_subscriptions_failed_influencer_idx').on(table.influencerId, at).where(exists),
  ];
};

/** For the figures of the platform. */
const indexOfEnded = ({ endedAt, endReason }: Columns) =>
  index('user_subscriptions_ended_at_idx')
    .on(endedAt, endReason)
    .where(sql`${endedAt} is not null`);

/** The few of influencers who are suspended for a violation. */
const indexOfWithheld = (table: Record<'influencerId' | 'isWithheld', AnyPgColumn>) =>
  index('user_subscriptions_withheld_idx')
    .on(table.influencerId)
    .where(sql`${table.isWithheld}`);

export const userSubscriptions = pgTable(
  'user_subscriptions',
  {
    id: primaryId(),
    // No foreign key: when one of them is deleted a trigger ends the subscription, and the row
    // remains for later events of the provider.
    subscriberId: uuid().notNull(),
    influencerId: uuid().notNull(),
    subscriptionPlanId: uuid().notNull(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull().default('active'),
    /** The price at the time of purchase; a new price of the plan does not change it. */
    priceCents: integer().notNull(),
    currentPeriodStart: instant().notNull(),
    currentPeriodEnd: instant().notNull(),
    /** A cancellation: no renewal, viewing until then. */
    cancelAt: instant(),
    /** Why it was cancelled; null if the fan did it. */
    cancelReason: text({ enum: END_REASONS }),
    /** When it ended for good, and why. */
    endedAt: instant(),
    endReason: text({ enum: END_REASONS }),
    /** The billing anchor: after a short month billing returns to its day. */
    billingAnchor: instant().notNull(),
    /** A payment issue: since when, the number of failed attempts, and when the next one is. */
    pastDueSince: instant(),
    failedAttempts: integer().notNull().default(0),
    nextAttemptAt: instant(),
    /** Where the fan authenticates a failed payment, while it is past due. */
    authenticationUrl: text(),
    /** The period end of the last reminder. */
    remindedFor: instant(),
    /** Whether the influencer is suspended for a violation: nothing may be viewed. Maintained by triggers. */
    isWithheld: boolean().notNull().default(false),
    provider: text().notNull(),
    providerSubscriptionId: text(),
    providerCustomerId: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // One subscription that has not ended for each fan and influencer.
    uniqueIndex('user_subscriptions_one_live_key')
      .on(table.subscriberId, table.influencerId)
      .where(sql`${table.status} <> 'cancelled'`),
    ...indexesOfFailedRenewals(table),
    uniqueIndex('user_subscriptions_provider_key').on(table.provider, table.providerSubscriptionId),
    index('user_subscriptions_influencer_idx').on(table.influencerId, table.status),
    indexOfWithheld(table),
    index('user_subscriptions_subscriber_idx').on(table.subscriberId, table.createdAt),
    index('user_subscriptions_started_idx').on(table.influencerId, table.createdAt),
    index('user_subscriptions_ended_idx').on(table.influencerId, table.endedAt),
    indexOfEnded(table),
    index('user_subscriptions_retry_idx')
      .on(table.nextAttemptAt)
      .where(sql`${table.status} = 'past_due'`),
    // With the reason, the figures count the new ones in the index alone.
    index('user_subscriptions_newest_idx').on(table.createdAt, table.id, table.endReason),
    index('user_subscriptions_plan_idx').on(
      table.subscriptionPlanId,
      table.status,
      table.priceCents,
    ),
    index('user_subscriptions_period_end_idx').on(table.currentPeriodEnd),
    // Renewing subscriptions: for reminders, the sandbox's billing, and overdue ones.
    index('user_subscriptions_renewing_idx')
      .on(table.currentPeriodEnd)
      .where(sql`${table.status} = 'active' and ${table.cancelAt} is null`),
    index('user_subscriptions_price_idx').on(table.priceCents, table.id),
    // Ending subscriptions: for the job that ends them, and the back office's figures.
    index('user_subscriptions_ending_idx')
      .on(table.cancelAt, table.status, table.priceCents)
      .where(sql`${table.cancelAt} is not null and ${table.status} <> 'cancelled'`),
    oneOf('user_subscriptions_status_check', table.status, SUBSCRIPTION_STATUSES),
    check(
      'user_subscriptions_period_check',
      sql`${table.currentPeriodEnd} > ${table.currentPeriodStart}`,
    ),
    oneOf('user_subscriptions_end_reason_check', table.endReason, END_REASONS),
    oneOf('user_subscriptions_cancel_reason_check', table.cancelReason, END_REASONS),
    check(
      'user_subscriptions_cancelled_for_check',
      sql`${table.cancelReason} is null or ${table.cancelAt} is not null`,
    ),
    check(
      'user_subscriptions_ended_check',
      sql`(${table.status} = 'cancelled') = (${table.endedAt} is not null) and (${table.endedAt} is null) = (${table.endReason} is null)`,
    ),
    check(
      'user_subscriptions_past_due_check',
      sql`(${table.status} = 'past_due') = (${table.pastDueSince} is not null)`,
    ),
    check('user_subscriptions_price_check', sql`${table.priceCents} >= 0`),
    check('user_subscriptions_not_self', sql`${table.subscriberId} <> ${table.influencerId}`),
  ],
);
