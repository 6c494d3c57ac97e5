import { z } from 'zod';
import { PAYMENT_KINDS } from '#src/features/money/ledger/ledger.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/**
 * A `failed` payment was declined and has not been paid since: a purchase, or the renewal of a
 * subscription. A `disputed` one was reversed by the fan's bank.
 */
export const PAYMENT_STATES = [
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
  'failed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The filters of the list: `refunded` includes payments that were refunded in part. */
export const PAYMENT_FILTERS = ['paid', 'refunded', 'disputed', 'failed'] as const;
export type PaymentFilter = (typeof PAYMENT_FILTERS)[number];

export const paymentQuerySchema = z.object({
  ...listingShape(['newest'], '-newest'),
  state: z.enum(PAYMENT_FILTERS).optional(),
  influencer: z.uuid().optional(),
  fan: z.uuid().optional(),
});
export type PaymentQuery = z.output<typeof paymentQuerySchema>;

/** A payment of a fan, or a failed attempt to collect it, in the back office's list. */
export const paymentRowSchema = z.object({
  /** The number of the receipt, unless the payment failed. */
  id: z.uuid(),
  state: z.enum(PAYMENT_STATES),
  at: instantSchema,
  amountCents: z.int(),
  /** The amount less refunds and disputes. */
  leftCents: z.int(),
  fan: z.object({
    id: z.uuid(),
    fullName: z.string(),
    email: z.string(),
    isDeleted: z.boolean(),
  }),
  influencer: z.object({ id: z.uuid().nullable(), fullName: z.string() }),
  provider: z.string(),
  /** The provider's id of the payment. */
  providerReference: z.string().nullable(),
  /** The subscription that it pays for; null for a failed purchase. */
  subscriptionId: z.uuid().nullable(),
});
export type PaymentRow = z.infer<typeof paymentRowSchema>;
export const paymentPageSchema = listPageSchema(paymentRowSchema);

/** A payment with what happened to it. */
export const paymentSchema = paymentRowSchema.extend({
  periodStart: instantSchema.nullable(),
  periodEnd: instantSchema.nullable(),
  /** Refunds and disputes, oldest first; the amount is negative unless a dispute was won. */
  reversals: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(PAYMENT_KINDS).exclude(['charge']),
      at: instantSchema,
      amountCents: z.int(),
    }),
  ),
});
export type Payment = z.infer<typeof paymentSchema>;
