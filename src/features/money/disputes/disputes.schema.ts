import { z } from 'zod';
import { DISPUTE_STAGES, DISPUTE_STATUSES } from '#src/features/money/payments/billing.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

export const DISPUTE_NOTE_MAXIMUM_LENGTH = 1_000;

/** What people record about a dispute that they have settled at the provider. */
export const MARKED_STATUSES = ['challenged', 'accepted', 'lost', 'cancelled'] as const;
export type MarkedStatus = (typeof MARKED_STATUSES)[number];

/** A dispute in the back office's list. Amounts are in cents. */
export const disputeSchema = z.object({
  id: z.uuid(),
  provider: z.string(),
  providerDisputeId: z.string(),
  stage: z.enum(DISPUTE_STAGES),
  status: z.enum(DISPUTE_STATUSES),
  /** The provider's own status. */
  providerStatus: z.string().nullable(),
  reason: z.string().nullable(),
  /** The code of the card network. */
  reasonCode: z.string().nullable(),
  network: z.string().nullable(),
  amountCents: z.int(),
  openedAt: instantSchema,
  /** Until when evidence counts; null if the provider takes none. */
  challengeBy: instantSchema.nullable(),
  /** When its present stage and status were reported. */
  reportedAt: instantSchema,
  /** What a person recorded. */
  note: z.string().nullable(),
  /** The disputed payment. */
  chargeId: z.uuid(),
  paidAt: instantSchema,
  fan: z.object({
    id: z.uuid(),
    fullName: z.string(),
    email: z.string(),
    isDeleted: z.boolean(),
  }),
  influencer: z.object({ id: z.uuid().nullable(), fullName: z.string() }),
});
export type Dispute = z.infer<typeof disputeSchema>;

export const disputeQuerySchema = z.object({
  ...listingShape(['deadline', 'newest'], 'deadline'),
  status: z.enum(DISPUTE_STATUSES).optional(),
  stage: z.enum(DISPUTE_STAGES).optional(),
  influencer: z.uuid().optional(),
});
export type DisputeQuery = z.output<typeof disputeQuerySchema>;
export const disputePageSchema = listPageSchema(disputeSchema);

export const markDisputeSchema = z.object({
  status: z.enum(MARKED_STATUSES),
  note: z
    .string()
    .trim()
    .min(1, 'Please enter a note')
    .max(DISPUTE_NOTE_MAXIMUM_LENGTH, `At most ${DISPUTE_NOTE_MAXIMUM_LENGTH} characters`),
});
export type MarkDispute = z.output<typeof markDisputeSchema>;

export const disputeMonthSchema = z.object({
  /** The first day of the month, in UTC. */
  month: z.iso.date(),
  /** Payments of the month, disputes opened in it, and warnings without a dispute. */
  payments: z.int(),
  disputes: z.int(),
  alerts: z.int(),
});
export type DisputeMonth = z.infer<typeof disputeMonthSchema>;

export const disputeThresholdSchema = z.object({
  network: z.enum(['visa', 'mastercard']),
  count: z.int(),
  percent: z.number(),
});
export type DisputeThreshold = z.infer<typeof disputeThresholdSchema>;

/** The newest month first. */
export const disputeRatiosSchema = z.object({
  months: z.array(disputeMonthSchema),
  thresholds: z.array(disputeThresholdSchema),
});
export type DisputeRatios = z.infer<typeof disputeRatiosSchema>;

/** A block that keeps a fan from buying. */
export const purchaseBlockSchema = z.object({
  id: z.uuid(),
  blockedAt: instantSchema,
  /** Null while the fan is blocked. */
  liftedAt: instantSchema.nullable(),
  /** A name; null if the dispute was won or withdrawn, and after the person's deletion. */
  liftedBy: z.string().nullable(),
  liftReason: z.string().nullable(),
  /** Null for staff who may not see the dispute. */
  disputeId: z.uuid().nullable(),
  disputeStatus: z.enum(DISPUTE_STATUSES),
  /** Whether another account disputes a payment with a card that this fan pays with, too. */
  isByCard: z.boolean(),
});
export type PurchaseBlock = z.infer<typeof purchaseBlockSchema>;

export const liftBlockSchema = z.object({
  reason: z
    .string()
    .trim()
    .min(1, 'Please enter a reason')
    .max(DISPUTE_NOTE_MAXIMUM_LENGTH, `At most ${DISPUTE_NOTE_MAXIMUM_LENGTH} characters`),
});
