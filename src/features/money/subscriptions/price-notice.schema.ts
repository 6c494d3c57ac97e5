import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/** What a fan says about a new price. */
export const PRICE_ANSWERS = ['accepted', 'declined'] as const;
export type PriceAnswer = (typeof PRICE_ANSWERS)[number];

/** The secret of a mail about a new price. */
export const priceTokenSchema = z.object({ token: z.string().max(250) });
export const priceAnswerByLinkSchema = priceTokenSchema.extend({ answer: z.enum(PRICE_ANSWERS) });

/** Names the change, so that no answer is about a later one. */
export const priceAnswerSchema = z.object({
  priceChangeId: z.uuid(),
  answer: z.enum(PRICE_ANSWERS),
});

/** A new price that waits for a fan's subscription. */
export const upcomingPriceSchema = z.object({
  priceChangeId: z.uuid(),
  newPriceCents: z.int(),
  /** The first renewal at or after it has the new price. */
  startsAt: instantSchema,
  /** Whether the subscription ends unless the fan accepts; otherwise silence accepts it. */
  needsConsent: z.boolean(),
  isAccepted: z.boolean(),
});
export type UpcomingPrice = z.infer<typeof upcomingPriceSchema>;

/** The new price of a mail's link. */
export const priceLinkSchema = z.object({
  influencerName: z.string(),
  oldPriceCents: z.int(),
  newPriceCents: z.int(),
  startsAt: instantSchema,
  needsConsent: z.boolean(),
  /** `closed` when there is nothing to answer any more. */
  state: z.enum(['waiting', 'accepted', 'stopped', 'applied', 'called-off', 'closed']),
  /** The end of the paid period. */
  paidUntil: instantSchema,
});
export type PriceLink = z.infer<typeof priceLinkSchema>;
