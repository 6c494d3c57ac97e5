import { z } from 'zod';
import { SUBJECT_KINDS } from '#src/features/money/ledger/ledger.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { monthSchema } from '#src/lib/locale/months.ts';

/**
 * A finding is `open` until a person explains it or a check no longer finds it. It opens again when
 * its figures differ from those that were explained.
 */
export const FINDING_STATES = ['open', 'explained', 'resolved'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

export const EXPLANATION_MAXIMUM_LENGTH = 1_000;

/** A check that has not finished after so many minutes was interrupted. */
export const CHECK_MAXIMUM_MINUTES = 30;

/** A record that violates a rule of the ledger. */
export const ledgerFindingSchema = z.object({
  id: z.uuid(),
  rule: z.string(),
  subjectKind: z.enum(SUBJECT_KINDS),
  /** The id of the record, or the name of a total. */
  subject: z.string(),
  /** The payment that the record belongs to. */
  chargeId: z.uuid().nullable(),
  /** What the rule expects, and what the ledger contains. */
  expected: z.string(),
  found: z.string(),
  state: z.enum(FINDING_STATES),
  firstFoundAt: instantSchema,
  /** Since when it has these figures. */
  sinceAt: instantSchema,
  lastFoundAt: instantSchema,
  resolvedAt: instantSchema.nullable(),
  explanation: z.string().nullable(),
  /** A name; null without an explanation, and after the person's deletion. */
  explainedBy: z.string().nullable(),
  explainedAt: instantSchema.nullable(),
  /** Whether it was explained with other figures. */
  isOutdated: z.boolean(),
});
export type LedgerFinding = z.infer<typeof ledgerFindingSchema>;

export const ledgerFindingQuerySchema = z.object({
  ...listingShape(['newest'], '-newest'),
  state: z.enum(FINDING_STATES).optional(),
});
export type LedgerFindingQuery = z.output<typeof ledgerFindingQuerySchema>;
export const ledgerFindingPageSchema = listPageSchema(ledgerFindingSchema);

/** The figures are those that the person has seen: others need another explanation. */
export const explanationSchema = z.object({
  explanation: z
    .string()
    .trim()
    .min(1, 'Please enter an explanation')
    .max(EXPLANATION_MAXIMUM_LENGTH, `At most ${EXPLANATION_MAXIMUM_LENGTH} characters`),
  expected: z.string().max(10_000),
  found: z.string().max(10_000),
});
export type Explanation = z.output<typeof explanationSchema>;

/** The month (UTC) of an export. */
export const ledgerExportQuerySchema = z.object({ month: monthSchema });

/** The newest check. */
const ledgerCheckSchema = z.object({
  startedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** Who requested it; null for the nightly one, and after the person's deletion. */
  requestedBy: z.string().nullable(),
  ruleCount: z.int(),
  transactionCount: z.int(),
});

export const ledgerStatusSchema = z.object({
  /** The newest check that has finished; null before the first one. */
  last: ledgerCheckSchema.nullable(),
  isRunning: z.boolean(),
  /** The month (UTC) of the first transaction; null without any. */
  firstMonth: monthSchema.nullable(),
  /** Findings by state; counts end at 1,001. */
  counts: z.object({
    all: z.int(),
    open: z.int(),
    explained: z.int(),
    resolved: z.int(),
  }),
});
export type LedgerStatus = z.infer<typeof ledgerStatusSchema>;
