import { z } from 'zod';
import { listPageSchema } from '#src/lib/listing.ts';
import { PAYOUT_STATUSES } from './payouts.schema.ts';

/** A payout in the history of its influencer. Amounts are in cents, dates calendar days. */
export const influencerPayoutSchema = z.object({
  id: z.uuid(),
  periodStart: z.iso.date(),
  periodEnd: z.iso.date(),
  totalSubscriptions: z.int(),
  grossRevenueCents: z.int(),
  merchantFeeCents: z.int(),
  platformCommissionCents: z.int(),
  netPayoutCents: z.int(),
  status: z.enum(PAYOUT_STATUSES),
  paidAt: z.iso.datetime().nullable(),
  /** Name of who paid it, or their address; null while unpaid, and when they are gone. */
  paidBy: z.string().nullable(),
  notes: z.string().nullable(),
});
export type InfluencerPayout = z.infer<typeof influencerPayoutSchema>;

/** What was paid out in all, in cents. */
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
