import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

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
  /** Whether the posts can be watched now. */
  grantsViewing: z.boolean(),
  priceCents: z.int(),
  currentPeriodStart: instantSchema,
  currentPeriodEnd: instantSchema,
  /** Set once the fan has cancelled: viewing ends then and nothing renews. */
  cancelAt: instantSchema.nullable(),
  /** Whether the cancellation can be taken back; not every payment provider can do that. */
  canKeep: z.boolean(),
  /** Whether the influencer can be subscribed to now. */
  isOffered: z.boolean(),
  /** Until when a cancellation of now would leave it; null when it would end it at once. */
  leftUntil: instantSchema.nullable(),
  /** A payment issue: since when, and when the payment is tried again. */
  pastDueSince: instantSchema.nullable(),
  nextAttemptAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  endReason: z.enum(END_REASONS).nullable(),
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
