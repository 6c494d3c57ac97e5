import { z } from 'zod';
import { newCheckoutSchema } from '#src/features/money/payments/billing.schema.ts';
import { MAXIMUM_PRICE_CENTS } from '#src/features/money/plans/plans.schema.ts';

/** A card that the fan agreed to save for later purchases; the provider has its number. */
export const savedCardSchema = z.object({
  id: z.string(),
  /** The network, as the provider names it, such as "visa". */
  brand: z.string(),
  last4: z.string(),
  /** Whether it can pay for a new subscription now: its provider is on sale. */
  canPay: z.boolean(),
});
export type SavedCard = z.infer<typeof savedCardSchema>;

export const paymentOptionsSchema = z.object({
  savedCard: savedCardSchema.nullable(),
  /** The name of a charge on a card statement, if configured. */
  statementDescriptor: z.string().nullable(),
});

/** A purchase with the card and the price that the fan saw. */
export const savedCardPurchaseSchema = newCheckoutSchema.safeExtend({
  cardId: z.string().max(255),
  priceCents: z.int().min(0).max(MAXIMUM_PRICE_CENTS),
});

/**
 * A `paid` one leads to the posts, where the fan waits for the provider's confirmation; a card that
 * needs `authentication` to the provider's page. A declined card was not charged.
 */
export const savedCardResultSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['paid', 'authentication']), url: z.string() }),
  z.object({ outcome: z.literal('declined') }),
]);
export type SavedCardResult = z.infer<typeof savedCardResultSchema>;
