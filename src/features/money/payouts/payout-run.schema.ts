import { z } from 'zod';

/** A calendar month in UTC: "2026-10". */
export const monthSchema = z.string().regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month');

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
