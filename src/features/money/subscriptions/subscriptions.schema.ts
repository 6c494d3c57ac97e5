import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { upcomingPriceSchema } from './price-notice.schema.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'paused', 'cancelled', 'past_due'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Why a subscription ended for good. */
export const END_REASONS = [
  'fan',
  'staff',
  'unpaid',
  'provider',
  'refund',
  'dispute',
  'duplicate',
  'deletion',
  'suspension',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** A fan's own subscription as /my-subscriptions shows it. */
export const ownSubscriptionSchema = z.object({
  id: z.uuid(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  /** Whether the posts can be viewed now. */
  grantsViewing: z.boolean(),
  priceCents: z.int(),
  currentPeriodStart: instantSchema,
  currentPeriodEnd: instantSchema,
  /** Set after a cancellation: viewing ends then and nothing renews. */
  cancelAt: instantSchema.nullable(),
  /** Whether the cancellation can be undone; not every payment provider supports it. */
  canResume: z.boolean(),
  /** Whether the influencer can be subscribed to now. */
  isOffered: z.boolean(),
  /** Until when it would last after a cancellation now; null if it would end at once. */
  leftUntil: instantSchema.nullable(),
  /** A payment issue: since when, and when the payment is retried. */
  pastDueSince: instantSchema.nullable(),
  nextAttemptAt: instantSchema.nullable(),
  /** Where a payment that the bank wants to authenticate is confirmed. */
  authenticationUrl: z.string().nullable(),
  endedAt: instantSchema.nullable(),
  endReason: z.enum(END_REASONS).nullable(),
  /** A new price that the fan can accept or decline; null without one. */
  upcomingPrice: upcomingPriceSchema.nullable(),
  /** Whether there is a page on which the card can be changed. */
  hasPaymentPage: z.boolean(),
  createdAt: instantSchema,
  influencer: z.object({
    id: z.uuid(),
    fullName: z.string(),
    publicUrl: z.string().nullable(),
    contentCategory: z.string().nullable(),
    image: z.string().nullable(),
  }),
});
export type OwnSubscription = z.infer<typeof ownSubscriptionSchema>;
