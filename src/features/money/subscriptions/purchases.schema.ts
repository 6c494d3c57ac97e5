import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { listPageSchema } from '#src/lib/listing.ts';

/** What moves a fan's money. */
export const PURCHASE_KINDS = ['charge', 'refund', 'dispute', 'dispute_won'] as const;

/** A payment of a fan, or what went back of one. */
export const purchaseSchema = z.object({
  id: z.uuid(),
  kind: z.enum(PURCHASE_KINDS),
  occurredAt: instantSchema,
  /** The payment that it is or belongs to, by which its receipt is found. */
  chargeId: z.uuid(),
  influencerName: z.string(),
  /** The time that was paid for. */
  periodStart: instantSchema,
  periodEnd: instantSchema,
  /** Positive is what the fan paid, negative what the fan got back. */
  amountCents: z.int(),
  /** Who took the money. */
  provider: z.string(),
});
export type Purchase = z.infer<typeof purchaseSchema>;

export const purchasePageSchema = listPageSchema(purchaseSchema);

export const receiptSchema = z.object({
  charge: purchaseSchema,
  /** What happened to the payment later, oldest first. */
  changes: z.array(purchaseSchema),
  /** Whom the receipt is made out to. */
  email: z.string(),
});
export type Receipt = z.infer<typeof receiptSchema>;
