import { z } from 'zod';

/** A calendar month in UTC: "2026-10". */
export const monthSchema = z.string().regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month');

export const payoutRunSchema = z.object({ month: monthSchema });

/** What a run has made. */
export const payoutRunResultSchema = z.object({
  payouts: z.int(),
  grossRevenueCents: z.int(),
  netPayoutCents: z.int(),
});
export type PayoutRunResult = z.infer<typeof payoutRunResultSchema>;

/** What a run for a month would make, and what would stay for a later one. Amounts in cents. */
export const payoutPreviewSchema = payoutRunResultSchema.extend({
  month: monthSchema,
  carriedOver: z.object({
    /** Those who get nothing although something is open: mostly as they have nothing to get. */
    influencers: z.int(),
    /** What is open of them, below 0 where more was taken back than they have earned. */
    cents: z.int(),
  }),
});
export type PayoutPreview = z.infer<typeof payoutPreviewSchema>;

/** Months that are over: the last one, and those before it that something can be paid out for. */
export const payoutPreviewsSchema = z.object({ months: z.array(payoutPreviewSchema) });
