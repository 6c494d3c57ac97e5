import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { payoutRowSchema, payoutTotalsSchema } from './payouts.schema.ts';

/** The number of payouts on a page of an influencer's history. */
export const PAYOUT_PAGE_SIZE = 25;
/** The maximum number of pages to link to. */
export const PAYOUT_PAGE_WINDOW = 5;
/** The number of payouts next to the earnings. */
export const RECENT_PAYOUTS = 5;

/** A payout as its influencer sees it, without the back office's notes and payer. */
export const ownPayoutSchema = payoutRowSchema.omit({
  influencerId: true,
  payeeName: true,
  payeeEmail: true,
  createdAt: true,
  needsApproval: true,
  makerId: true,
  approverId: true,
  paidBy: true,
  notes: true,
});
export type OwnPayout = z.infer<typeof ownPayoutSchema>;

export const ownPayoutQuerySchema = z.object({
  /** From 1; a higher number than the last page means the last page. */
  page: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).default(1),
});

/** What the rules of payouts hold back of an influencer's share, and until when. In cents. */
export const heldBackSchema = z.object({
  /** A payment counts for a month's payout if it occurred this many days before the month's end. */
  holdDays: z.int(),
  /** The share of payments in the hold period. */
  heldCents: z.int(),
  minimumCents: z.int(),
  reservePercent: z.number(),
  reserveDays: z.int(),
  /** The reserves of earlier payouts, the next release first. */
  reserves: z.array(z.object({ releaseAt: instantSchema, cents: z.int() })),
});
export type HeldBack = z.infer<typeof heldBackSchema>;

/** A page of an influencer's own payouts, newest first. */
export const ownPayoutPageSchema = z.object({
  rows: z.array(ownPayoutSchema),
  /** The exact number. */
  total: z.int(),
  page: z.int(),
  /** 1 without payouts. */
  pageCount: z.int(),
  totals: payoutTotalsSchema,
  /** Days after the end of a month within which its payout is sent, and how it is sent. */
  terms: z.object({ days: z.int(), method: z.string() }),
  heldBack: heldBackSchema,
});
export type OwnPayoutPage = z.infer<typeof ownPayoutPageSchema>;
