import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { bulkIds } from '#src/lib/listing.ts';
import { PAYOUT_NOTES_MAXIMUM_LENGTH, PAYOUT_STATUSES } from './payouts.schema.ts';

/** The changes that people make to payouts. */
export const PAYOUT_CHANGES = ['approve', 'send', 'pay', 'return', 'void'] as const;
export type PayoutChange = (typeof PAYOUT_CHANGES)[number];

export const PAYOUT_REFERENCE_MAXIMUM_LENGTH = 140;
/** The highest fee of a bank for a returned payment, in cents. */
export const RETURN_FEE_MAXIMUM_CENTS = 100_000;

const optionalText = (label: string, maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum, `${label} must be at most ${maximum} characters long`)
    .nullish()
    .transform((typed) => typed || null);
const reference = optionalText('The reference', PAYOUT_REFERENCE_MAXIMUM_LENGTH);
const reason = z
  .string()
  .trim()
  .min(1, 'Please enter a reason')
  .max(
    PAYOUT_NOTES_MAXIMUM_LENGTH,
    `The reason must be at most ${PAYOUT_NOTES_MAXIMUM_LENGTH} characters long`,
  );

export const payoutApprovalSchema = z.object({ ids: bulkIds });

export const payoutSendingSchema = z.object({
  ids: bulkIds,
  /** The bank's or our number of the batch of transfers. */
  batchReference: reference,
});

/** The input to mark payouts as paid. */
export const payoutPaymentSchema = z.object({
  ids: bulkIds,
  notes: optionalText('Notes', PAYOUT_NOTES_MAXIMUM_LENGTH),
  /** The day on which the bank moved the money; not given, it is today. */
  valueDate: z.iso
    .date('Please choose a day')
    .nullish()
    .transform((day) => day ?? null),
  reference,
});

export const payoutReturnSchema = z.object({
  ids: bulkIds,
  reason,
  /** What the bank charges for each of them; the platform bears it. */
  feeCents: z.int().min(0).max(RETURN_FEE_MAXIMUM_CENTS).default(0),
});

export const payoutVoidSchema = z.object({ ids: bulkIds, reason });

/** What a person who changes payouts should know about each of them. Amounts in cents. */
export const payoutReviewSchema = z.object({
  id: z.uuid(),
  /** The influencer's open share now, without what is in payouts; negative after reversals. */
  balanceCents: z.int(),
  /** Disputes of the last 120 days about payments to this influencer that were not won. */
  openDisputes: z.int(),
  disputedCents: z.int(),
  /** Refunds and disputes, less disputes won, recorded since the payout was made: their share. */
  reversedSinceCents: z.int(),
  /** Whether it waits for tax details of the payee before it is sent or paid. */
  needsTaxDetails: z.boolean(),
});
export type PayoutReview = z.infer<typeof payoutReviewSchema>;
export const payoutReviewQuerySchema = z.object({ ids: bulkIds });
export const payoutReviewsSchema = z.object({ payouts: z.array(payoutReviewSchema) });

/** A change of a payout's status, newest first in a list. */
export const payoutTransitionSchema = z.object({
  id: z.uuid(),
  fromStatus: z.enum(PAYOUT_STATUSES),
  toStatus: z.enum(PAYOUT_STATUSES),
  at: instantSchema,
  /** The name or address of the person; null after their deletion. */
  by: z.string().nullable(),
  /** The reason, notes or reference. */
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  valueDate: z.iso.date().nullable(),
  feeCents: z.int(),
});
export type PayoutTransition = z.infer<typeof payoutTransitionSchema>;
export const payoutTransitionsSchema = z.object({ transitions: z.array(payoutTransitionSchema) });
