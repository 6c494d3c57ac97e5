import { z } from 'zod';
import { PAYMENT_KINDS, type LedgerKind } from '#src/features/money/ledger/ledger.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';

/**
 * A payout is `pending` until it is paid. If a second person has to release it, it is `approved` in
 * between; `sent` is optional and means that the bank has the order. A bank that sends the money back
 * makes it `returned`, which can be paid again. A `voided` payout was never sent: what it settled is
 * open again.
 */
export const PAYOUT_STATUSES = [
  'pending',
  'approved',
  'sent',
  'paid',
  'returned',
  'voided',
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** The statuses of payouts whose money is owed to the influencer. */
export const OWED_STATUSES = [
  'pending',
  'approved',
  'sent',
  'returned',
] as const satisfies readonly PayoutStatus[];

/** The kinds of transactions that a payout settles: those that change an influencer's share. */
export const SETTLED_KINDS = [
  ...PAYMENT_KINDS,
  'adjustment',
  'write_off',
  'reserve_released',
] as const satisfies readonly LedgerKind[];

/**
 * The date filter: by payment, or by creation while pending, in this month, the previous month, or
 * this year (UTC).
 */
export const PAYOUT_DATES = ['this-month', 'last-month', 'this-year'] as const;
export type PayoutDates = (typeof PAYOUT_DATES)[number];

export const PAYOUT_NOTES_MAXIMUM_LENGTH = 2_000;

/** A payout in the back office's list. Amounts are in cents, dates are calendar days in UTC. */
export const payoutRowSchema = z.object({
  id: z.uuid(),
  /** Null after the influencer's deletion. */
  influencerId: z.uuid().nullable(),
  /** The payee's name and address when the payout was made. */
  payeeName: z.string(),
  payeeEmail: z.string(),
  periodStart: z.iso.date(),
  periodEnd: z.iso.date(),
  /** The number of distinct subscriptions with a payment. */
  totalSubscriptions: z.int(),
  /** What fans paid, less refunds and disputes. */
  grossRevenueCents: z.int(),
  merchantFeeCents: z.int(),
  platformCommissionCents: z.int(),
  /** Withheld from this payout until `reserveReleaseAt`, and released into it from earlier ones. */
  reserveHeldCents: z.int(),
  reserveReleasedCents: z.int(),
  reserveReleaseAt: instantSchema.nullable(),
  /** Bonuses and write-offs less deductions. */
  adjustmentCents: z.int(),
  netPayoutCents: z.int(),
  status: z.enum(PAYOUT_STATUSES),
  /** Whether a second person has to approve it before it is sent or paid. */
  needsApproval: z.boolean(),
  /** The users who made and approved it; null for influencers. */
  makerId: z.uuid().nullable(),
  approverId: z.uuid().nullable(),
  /** Whether it waits for tax details of the payee before it is sent or paid. */
  needsTaxDetails: z.boolean(),
  createdAt: instantSchema,
  paidAt: instantSchema.nullable(),
  /** The name or address of the person who paid it; null while unpaid, and after their deletion. */
  paidBy: z.string().nullable(),
  notes: z.string().nullable(),
  /** The number of the self-billed statement; null before it is sent or paid, and after a return. */
  statementNumber: z.string().nullable(),
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

/** Net payouts in cents: paid ones by the date of payment (UTC), and those that are still owed. */
export const payoutTotalsSchema = z.object({
  thisMonth: sumSchema,
  thisYear: sumSchema,
  allTime: sumSchema,
  pending: sumSchema,
});
export type PayoutTotals = z.infer<typeof payoutTotalsSchema>;
