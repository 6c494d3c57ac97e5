import { z } from 'zod';
import { ownPayoutSchema } from '#src/features/money/payouts/own-payouts.schema.ts';
import { payoutTotalsSchema } from '#src/features/money/payouts/payouts.schema.ts';

/** What earnings can be asked for, in whole months (UTC); the last 3 and 12 end with the present one. */
export const EARNING_RANGES = [
  'this-month',
  'last-month',
  'last-3-months',
  'last-12-months',
  'this-year',
  'all',
] as const;
export type EarningRange = (typeof EARNING_RANGES)[number];

export const earningsQuerySchema = z.object({
  range: z.enum(EARNING_RANGES).default('this-month'),
});

const count = z.int();
const cents = z.int();

/** First and last day, in UTC. */
const daysSchema = z.object({ from: z.iso.date(), until: z.iso.date() });
export type Days = z.infer<typeof daysSchema>;

/**
 * What fans paid, and where it went: gross less what was taken back, and plus what came back of
 * that, is the sum of fees, commission and share.
 */
export const moneySchema = z.object({
  payments: count,
  grossCents: cents,
  refundedCents: cents,
  disputedCents: cents,
  disputesWonCents: cents,
  merchantFeeCents: cents,
  platformCommissionCents: cents,
  shareCents: cents,
});
export type Money = z.infer<typeof moneySchema>;

/** A day or month of the range. */
const pointSchema = z.object({
  /** Its first day. */
  start: z.iso.date(),
  grossCents: cents,
  shareCents: cents,
  gained: count,
  lost: count,
});
export type EarningsPoint = z.infer<typeof pointSchema>;

const planSchema = z.object({
  priceMonthlyCents: cents,
  platformCommissionPercent: z.number(),
  /** Of each payment at this price. */
  split: z.object({ merchantFeeCents: cents, platformCents: cents, influencerCents: cents }),
  /** Active subscribers x price x (1 - commission / 100). */
  estimatedMonthlyRevenueCents: cents,
  /** Active subscribers who pay another price. */
  otherPriceCount: count,
});
export type EarningsPlan = z.infer<typeof planSchema>;

/** An influencer's own earnings in a range, and how they stand now. Amounts in cents. */
export const earningsSchema = z.object({
  range: z.enum(EARNING_RANGES),
  days: daysSchema,
  /** Whether the range is not over yet. */
  isRunning: z.boolean(),
  money: moneySchema,
  subscribers: z.object({
    atStart: count,
    gained: count,
    lost: count,
    atEnd: count,
    /** Those at the start who were lost, and in percent; null when there were none at the start. */
    leftOfStart: count,
    churnPercent: z.number().nullable(),
    /** Different fans who paid. */
    paying: count,
  }),
  /** The share for each fan who paid; null when nobody did. */
  averageCents: cents.nullable(),
  /** As much of the range before; null when the influencer had not begun by then. */
  before: daysSchema.extend({ shareCents: cents, gained: count, lost: count }).nullable(),
  series: z.object({ unit: z.enum(['day', 'month']), points: z.array(pointSchema) }),
  /** Of now, whatever the range. */
  activeSubscribers: count,
  /** What is on sale now; null when nothing is. */
  plan: planSchema.nullable(),
  /** Earned, and in no payout yet; below 0 when more was taken back than earned since. */
  openCents: cents,
  payouts: payoutTotalsSchema,
  recentPayouts: z.array(ownPayoutSchema),
});
export type Earnings = z.infer<typeof earningsSchema>;
