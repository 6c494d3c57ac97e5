import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { payoutRowSchema, SETTLED_KINDS } from './payouts.schema.ts';

/** Lines of a statement that are sent at a time. */
export const STATEMENT_PAGE_SIZE = 500;

/** A transaction that a payout settles. What was taken back is negative. Fans are not named. */
export const statementLineSchema = z.object({
  id: z.uuid(),
  occurredAt: instantSchema,
  kind: z.enum(SETTLED_KINDS),
  /** Stands for the subscription; says nothing of the fan. */
  subscription: z.string(),
  /** Number of the fan's receipt; of what was taken back or came back, that of the payment. */
  receipt: z.string(),
  /** The time that was paid for. */
  periodStart: instantSchema,
  periodEnd: instantSchema,
  grossCents: z.int(),
  merchantFeeCents: z.int(),
  commissionPercent: z.number(),
  commissionCents: z.int(),
  shareCents: z.int(),
  /** From before the payout's period: no payout had settled it until then. */
  isCarriedOver: z.boolean(),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** A payout and the first or the next of its lines, oldest first. */
export const statementSchema = z.object({
  payout: payoutRowSchema,
  lineCount: z.int(),
  lines: z.array(statementLineSchema),
  /** Asks for the lines that follow; null after the last. */
  next: z.string().nullable(),
});
export type Statement = z.infer<typeof statementSchema>;
