import { z } from 'zod';
import { listPageSchema } from '#src/lib/listing.ts';
import { payoutRowSchema } from './payouts.schema.ts';

/** A payout in the history of its influencer. Amounts are in cents, dates are calendar days. */
export const influencerPayoutSchema = payoutRowSchema.omit({
  influencerId: true,
  payeeName: true,
  payeeEmail: true,
  makerId: true,
  approverId: true,
});
export type InfluencerPayout = z.infer<typeof influencerPayoutSchema>;

/** The totals of all paid payouts, in cents. */
export const paidTotalsSchema = z.object({
  count: z.int(),
  grossRevenueCents: z.int(),
  platformCommissionCents: z.int(),
  netPayoutCents: z.int(),
});
export type PaidTotals = z.infer<typeof paidTotalsSchema>;

export const influencerPayoutsSchema = listPageSchema(influencerPayoutSchema).extend({
  paid: paidTotalsSchema,
});
export type InfluencerPayouts = z.infer<typeof influencerPayoutsSchema>;
