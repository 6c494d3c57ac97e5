import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { listPageSchema } from '#src/lib/listing.ts';

/** The transactions that concern fans. */
export const PURCHASE_KINDS = [
  'charge',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
] as const;

/** A payment of a fan, or a reversal of one. */
export const purchaseSchema = z.object({
  id: z.uuid(),
  kind: z.enum(PURCHASE_KINDS),
  occurredAt: instantSchema,
  /** The payment itself or the one that was reversed; identifies the receipt. */
  chargeId: z.uuid(),
  influencerName: z.string(),
  /** The paid period. */
  periodStart: instantSchema,
  periodEnd: instantSchema,
  /** Positive is what the fan paid, negative what the fan got back. */
  amountCents: z.int(),
  /** The provider that took the payment. */
  provider: z.string(),
  /** The invoice or credit note; null until it is issued, within a minute. */
  document: z.object({ id: z.uuid(), number: z.string() }).nullable(),
});
export type Purchase = z.infer<typeof purchaseSchema>;

export const purchasePageSchema = listPageSchema(purchaseSchema);

export const receiptSchema = z.object({
  charge: purchaseSchema,
  /** Later transactions of the payment, oldest first. */
  changes: z.array(purchaseSchema),
  /** The fan to whom the receipt is addressed. */
  email: z.string(),
});
export type Receipt = z.infer<typeof receiptSchema>;
