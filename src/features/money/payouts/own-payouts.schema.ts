import { z } from 'zod';
import { payoutRowSchema, payoutTotalsSchema } from './payouts.schema.ts';

/** Payouts on a page of an influencer's history. */
export const PAYOUT_PAGE_SIZE = 25;
/** Pages that can be gone to at once. */
export const PAYOUT_PAGE_WINDOW = 5;
/** Payouts that stand beside the earnings. */
export const RECENT_PAYOUTS = 5;

/** A payout as its influencer sees it: what the office noted, and who paid it, is not theirs. */
export const ownPayoutSchema = payoutRowSchema.omit({
  influencerId: true,
  payeeName: true,
  payeeEmail: true,
  createdAt: true,
  paidBy: true,
  notes: true,
});
export type OwnPayout = z.infer<typeof ownPayoutSchema>;

export const ownPayoutQuerySchema = z.object({
  /** From 1; beyond the last page is the last one. */
  page: z.coerce.number().int().min(1).default(1),
});

/** A page of an influencer's own payouts, newest first. */
export const ownPayoutPageSchema = z.object({
  rows: z.array(ownPayoutSchema),
  /** Exactly how many there are. */
  total: z.int(),
  page: z.int(),
  /** 1 when there is none. */
  pageCount: z.int(),
  totals: payoutTotalsSchema,
});
export type OwnPayoutPage = z.infer<typeof ownPayoutPageSchema>;
