import { z } from 'zod';

export const SUBSCRIPTION_STATUSES = ['active', 'paused', 'cancelled', 'past_due'] as const;

/** A fan's own subscription as /my-subscriptions shows it. */
export const ownSubscriptionSchema = z.object({
  id: z.uuid(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  /** Whether the posts can be watched now. */
  grantsViewing: z.boolean(),
  priceCents: z.int(),
  currentPeriodStart: z.iso.datetime(),
  currentPeriodEnd: z.iso.datetime(),
  /** Set once the fan has cancelled: viewing ends then and nothing renews. */
  cancelAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  influencer: z.object({
    id: z.uuid(),
    fullName: z.string(),
    publicUrl: z.string().nullable(),
    contentCategory: z.string().nullable(),
    image: z.string().nullable(),
  }),
});
export type OwnSubscription = z.infer<typeof ownSubscriptionSchema>;
