import { z } from 'zod';
import type { LedgerKind } from '#src/features/money/ledger/ledger.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/**
 * What people correct. A bonus, a goodwill payment and a write-off raise an influencer's share, a
 * deduction lowers it. The fees are what the payment provider charged: they cost the platform and
 * change no share.
 */
export const CORRECTION_KINDS = [
  'bonus',
  'deduction',
  'goodwill',
  'write_off',
  'provider_fee',
  'dispute_fee',
] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/** The kind under which the ledger records a correction. */
export const LEDGER_KIND_OF = {
  bonus: 'adjustment',
  deduction: 'adjustment',
  goodwill: 'adjustment',
  write_off: 'write_off',
  provider_fee: 'provider_fee',
  dispute_fee: 'dispute_fee',
} as const satisfies Record<CorrectionKind, LedgerKind>;

/** A proposal waits for a second person; only an approved correction is in the ledger. */
export const CORRECTION_STATUSES = ['proposed', 'approved', 'declined', 'withdrawn'] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];

export const REASON_MAXIMUM_LENGTH = 1_000;
export const STATEMENT_TEXT_MAXIMUM_LENGTH = 200;
/** One million dollars: more is a typing error. */
export const CORRECTION_MAXIMUM_CENTS = 100_000_000;

const reasonSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a reason')
  .max(REASON_MAXIMUM_LENGTH, `At most ${REASON_MAXIMUM_LENGTH} characters`);

/** The input of a new correction. */
export const newCorrectionSchema = z
  .object({
    /** Chosen by the dialog, so that a repeated request makes one correction. */
    id: z.uuid(),
    kind: z.enum(CORRECTION_KINDS),
    /** May be left out with a payment, whose influencer it is then about, even a deleted one. */
    influencerId: z.uuid().nullish(),
    chargeId: z.uuid().nullish(),
    amountCents: z.int().min(1).max(CORRECTION_MAXIMUM_CENTS),
    /** For the back office only. */
    reason: reasonSchema,
    /** What the influencer's statement says. */
    statementText: z
      .string()
      .trim()
      .max(STATEMENT_TEXT_MAXIMUM_LENGTH, `At most ${STATEMENT_TEXT_MAXIMUM_LENGTH} characters`)
      .nullish()
      .transform((typed) => typed || null),
  })
  .refine(({ influencerId, chargeId }) => influencerId || chargeId, {
    path: ['influencerId'],
    message: 'Please choose an influencer',
  });
export type NewCorrection = z.output<typeof newCorrectionSchema>;

/** The input that reverses a correction. */
export const correctionReversalSchema = z.object({ id: z.uuid(), reason: reasonSchema });
export const correctionRefusalSchema = z.object({ note: reasonSchema });

/** A correction in the back office's list. */
export const correctionRowSchema = z.object({
  id: z.uuid(),
  kind: z.enum(CORRECTION_KINDS),
  status: z.enum(CORRECTION_STATUSES),
  influencer: z.object({ id: z.uuid().nullable(), fullName: z.string() }),
  /** In cents; negative if it reverses another correction. */
  amountCents: z.int(),
  /** The payment that it is about. */
  chargeId: z.uuid().nullable(),
  /** The correction that it reverses, and the one that reverses it. */
  reverses: z.uuid().nullable(),
  reversedBy: z.uuid().nullable(),
  reason: z.string(),
  statementText: z.string().nullable(),
  needsApproval: z.boolean(),
  /** Names; null after the person's deletion. */
  requestedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  createdAt: instantSchema,
  decidedAt: instantSchema.nullable(),
  decisionNote: z.string().nullable(),
  /** Whether the reader requested it. */
  isOwn: z.boolean(),
});
export type CorrectionRow = z.infer<typeof correctionRowSchema>;

export const correctionQuerySchema = z.object({
  ...listingShape(['newest'], '-newest'),
  status: z.enum(CORRECTION_STATUSES).optional(),
  kind: z.enum(CORRECTION_KINDS).optional(),
  influencer: z.uuid().optional(),
});
export type CorrectionQuery = z.output<typeof correctionQuerySchema>;
export const correctionPageSchema = listPageSchema(correctionRowSchema);

/** A correction with the present balance of its influencer. */
export const correctionSchema = correctionRowSchema.extend({ balanceCents: z.int() });
export type Correction = z.infer<typeof correctionSchema>;

/** What a new correction has to consider. */
export const correctionBasisSchema = z.object({
  /** The influencer's share that no payout has settled. */
  balanceCents: z.int(),
  /** What the reader may still record for this influencer without a second person. */
  allowanceCents: z.int(),
});
