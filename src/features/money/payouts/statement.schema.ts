import { z } from 'zod';
import { CORRECTION_KINDS } from '#src/features/money/corrections/corrections.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { payoutDocumentSchema } from './payout-documents.schema.ts';
import { payoutRowSchema, SETTLED_KINDS } from './payouts.schema.ts';

/** The number of lines on a page of a statement. */
export const STATEMENT_PAGE_SIZE = 500;

/** A settled transaction; reversals are negative. Fans are not named. */
export const statementLineSchema = z.object({
  id: z.uuid(),
  occurredAt: instantSchema,
  kind: z.enum(SETTLED_KINDS),
  /** What a person corrected, and the text meant for the influencer. */
  correction: z
    .object({
      kind: z.enum(CORRECTION_KINDS),
      /** Whether it reverses an earlier correction. */
      isReversal: z.boolean(),
      text: z.string().nullable(),
    })
    .nullable(),
  /** A reference to the subscription that does not identify the fan; null without a payment. */
  subscription: z.string().nullable(),
  /**
   * The number of the fan's receipt; for what refers to a payment, such as a reversal, that of the
   * payment. Null without one, like the other values of a payment.
   */
  receipt: z.string().nullable(),
  /** The paid period. */
  periodStart: instantSchema.nullable(),
  periodEnd: instantSchema.nullable(),
  grossCents: z.int(),
  merchantFeeCents: z.int(),
  commissionPercent: z.number().nullable(),
  commissionCents: z.int(),
  shareCents: z.int(),
  /** From before the payout's period: no earlier payout settled it. */
  isCarriedOver: z.boolean(),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** A payout with a page of its lines, oldest first. */
export const statementSchema = z.object({
  payout: payoutRowSchema,
  /** The numbered documents, oldest first. */
  documents: z.array(payoutDocumentSchema),
  lineCount: z.int(),
  lines: z.array(statementLineSchema),
  /** The cursor of the following lines; null after the last. */
  next: z.string().nullable(),
});
export type Statement = z.infer<typeof statementSchema>;

/** The names of lines that no person made. */
export const ENTRY_LABELS: Record<StatementLine['kind'], string> = {
  charge: 'Payment',
  refund: 'Refund',
  refund_failed: 'Refund failed',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  adjustment: 'Adjustment',
  write_off: 'Write-off',
  reserve_released: 'Reserve released',
};
