import { z } from 'zod';
import { monthSchema } from '#src/lib/locale/months.ts';

export const payoutRunSchema = z.object({ month: monthSchema });

/** The payouts that a run made. */
export const payoutRunResultSchema = z.object({
  payouts: z.int(),
  grossRevenueCents: z.int(),
  netPayoutCents: z.int(),
});
export type PayoutRunResult = z.infer<typeof payoutRunResultSchema>;

/**
 * The payouts that a run for a month would make, and what it would carry over. Amounts in cents.
 */
export const payoutPreviewSchema = payoutRunResultSchema.extend({
  month: monthSchema,
  carriedOver: z.object({
    /** Influencers without a payout although something is open, usually because nothing is due. */
    influencers: z.int(),
    /** Their open amount, negative if more was reversed than earned. */
    cents: z.int(),
  }),
});
export type PayoutPreview = z.infer<typeof payoutPreviewSchema>;

/** Past months: the last one, and earlier ones with payouts still to make. */
export const payoutPreviewsSchema = z.object({ months: z.array(payoutPreviewSchema) });

/** What a run would mean for one influencer, and what to know before. Amounts in cents. */
export const influencerPreviewSchema = z.object({
  id: z.uuid(),
  payeeName: z.string(),
  /** Whether the run makes a payout, of this amount after the reserve; otherwise it is carried over. */
  isDue: z.boolean(),
  netPayoutCents: z.int(),
  /** What this payout sets aside, and what earlier ones have. */
  reserveCents: z.int(),
  reservedCents: z.int(),
  /** The influencer's share now, without what is in payouts; negative after reversals. */
  balanceCents: z.int(),
  /** The part of it in the hold period now. */
  heldCents: z.int(),
  /** Disputes of the last 120 days about payments to this influencer that were not won. */
  openDisputes: z.int(),
  disputedCents: z.int(),
});
export type InfluencerPreview = z.infer<typeof influencerPreviewSchema>;

export const INFLUENCER_PREVIEW_SIZE = 50;
export const influencerPreviewQuerySchema = payoutRunSchema.extend({
  after: z.string().max(200).optional(),
});
/** The influencers with an open share, the highest payouts first and debts last. */
export const influencerPreviewsSchema = z.object({
  influencers: z.array(influencerPreviewSchema),
  next: z.string().nullable(),
});
