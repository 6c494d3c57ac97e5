import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { payoutRowSchema, SETTLED_KINDS } from './payouts.schema.ts';

/** The number of lines on a page of a statement. */
export const STATEMENT_PAGE_SIZE = 500;

/** A settled transaction; reversals are negative. Fans are not named. */
export const statementLineSchema = z.object({
  id: z.uuid(),
  occurredAt: instantSchema,
  kind: z.enum(SETTLED_KINDS),
  /** A reference to the subscription that does not identify the fan. */
  subscription: z.string(),
  /** The number of the fan's receipt; for reversals and won disputes, that of the payment. */
  receipt: z.string(),
  /** The paid period. */
  periodStart: instantSchema,
  periodEnd: instantSchema,
  grossCents: z.int(),
  merchantFeeCents: z.int(),
  commissionPercent: z.number(),
  commissionCents: z.int(),
  shareCents: z.int(),
  /** From before the payout's period: no earlier payout settled it. */
  isCarriedOver: z.boolean(),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** A payout with a page of its lines, oldest first. */
export const statementSchema = z.object({
  payout: payoutRowSchema,
  lineCount: z.int(),
  lines: z.array(statementLineSchema),
  /** The cursor of the following lines; null after the last. */
  next: z.string().nullable(),
});
export type Statement = z.infer<typeof statementSchema>;
