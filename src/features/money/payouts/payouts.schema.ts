import { z } from 'zod';
import type { LedgerKind } from '#src/features/money/ledger/ledger.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

export const PAYOUT_STATUSES = ['pending', 'paid'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** What a payout settles: all that adds to an influencer's share or takes from it. */
export const SETTLED_KINDS = [
  'charge',
  'refund',
  'dispute',
  'dispute_won',
] as const satisfies readonly LedgerKind[];

/**
 * When the payouts of the list were paid, or created while they are pending: in today's month, the
 * one before, or this year (UTC).
 */
export const PAYOUT_DATES = ['this-month', 'last-month', 'this-year'] as const;
export type PayoutDates = (typeof PAYOUT_DATES)[number];

export const PAYOUT_NOTES_MAXIMUM_LENGTH = 2_000;

/** A payout of the office's list. Amounts are in cents, days calendar days in UTC. */
export const payoutRowSchema = z.object({
  id: z.uuid(),
  /** Null once the influencer was deleted. */
  influencerId: z.uuid().nullable(),
  /** Whom it was made out to, as they were called then. */
  payeeName: z.string(),
  payeeEmail: z.string(),
  periodStart: z.iso.date(),
  periodEnd: z.iso.date(),
  /** Subscriptions that were paid for, each counted once. */
  totalSubscriptions: z.int(),
  /** What fans paid, less what was taken back. */
  grossRevenueCents: z.int(),
  merchantFeeCents: z.int(),
  platformCommissionCents: z.int(),
  netPayoutCents: z.int(),
  status: z.enum(PAYOUT_STATUSES),
  createdAt: instantSchema,
  paidAt: instantSchema.nullable(),
  /** Name of who paid it, or their address; null while unpaid, and when they are gone. */
  paidBy: z.string().nullable(),
  notes: z.string().nullable(),
});
export type PayoutRow = z.infer<typeof payoutRowSchema>;

const SORTS = ['period', 'name', 'net'] as const;
export type PayoutSort = (typeof SORTS)[number];

export const payoutQuerySchema = z.object({
  ...listingShape(SORTS, '-period'),
  status: z.enum(PAYOUT_STATUSES).optional(),
  influencer: z.uuid().optional(),
  dates: z.enum(PAYOUT_DATES).optional(),
});
export type PayoutQuery = z.output<typeof payoutQuerySchema>;
export const payoutPageSchema = listPageSchema(payoutRowSchema);

const sumSchema = z.object({ count: z.int(), cents: z.int() });

/** Net payouts in cents: those that were paid, by when they were (UTC), and those that wait. */
export const payoutTotalsSchema = z.object({
  thisMonth: sumSchema,
  thisYear: sumSchema,
  allTime: sumSchema,
  pending: sumSchema,
});
export type PayoutTotals = z.infer<typeof payoutTotalsSchema>;

/** How a payout is marked as paid. */
export const payoutPaymentSchema = z.object({
  notes: z
    .string()
    .trim()
    .max(
      PAYOUT_NOTES_MAXIMUM_LENGTH,
      `Notes must be at most ${PAYOUT_NOTES_MAXIMUM_LENGTH} characters long`,
    )
    .nullish()
    .transform((typed) => typed || null),
});
