import { z } from 'zod';
import { heldBackSchema, ownPayoutSchema } from '#src/features/money/payouts/own-payouts.schema.ts';
import { payoutTotalsSchema } from '#src/features/money/payouts/payouts.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

/** The ranges of earnings in whole UTC months; the last 3 and 12 months include the current one. */
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
export const daysSchema = z.object({ from: z.iso.date(), until: z.iso.date() });
export type Days = z.infer<typeof daysSchema>;

/**
 * What fans paid and how it is divided: gross less refunds and disputes, plus disputes won, is the
 * sum of fees, commission and share, less what was returned beyond a payment. Adjustments and write-offs come in addition to the share.
 */
export const moneySchema = z.object({
  payments: count,
  grossCents: cents,
  refundedCents: cents,
  disputedCents: cents,
  disputesWonCents: cents,
  merchantFeeCents: cents,
  platformCommissionCents: cents,
  /** What was returned beyond a payment, such as a refund and a dispute: the agency bears it. */
  overReturnedCents: cents,
  /** The share of the payments. */
  shareCents: cents,
  /** Bonuses and goodwill payments, less deductions. */
  adjustmentCents: cents,
  /** Negative balances that were written off. */
  writeOffCents: cents,
});
export type Money = z.infer<typeof moneySchema>;

/** The same for the agency, with the fees that the payment provider really charged. */
export const agencyMoneySchema = moneySchema.extend({
  /** Without those of disputes. */
  providerFeeCents: cents,
  disputeFeeCents: cents,
});
export type AgencyMoney = z.infer<typeof agencyMoneySchema>;

/** How the number of subscribers changed. */
export const subscriberChangesSchema = z.object({
  atStart: count,
  gained: count,
  lost: count,
  atEnd: count,
  /** Who was subscribed in the range, counted once in each of its months. */
  subscriberMonths: count,
  /** The monthly churn: see `churnPercent`. */
  churnPercent: z.number().nullable(),
});

/** A day or month of the range. */
export const pointSchema = z.object({
  /** Its first day. */
  start: z.iso.date(),
  grossCents: cents,
  platformCommissionCents: cents,
  shareCents: cents,
  gained: count,
  lost: count,
});
export type EarningsPoint = z.infer<typeof pointSchema>;

const planSchema = z.object({
  priceMonthlyCents: cents,
  platformCommissionPercent: z.number(),
  /** The commission that starts next. */
  plannedCommission: z.object({ percent: z.number(), effectiveFrom: instantSchema }).nullable(),
  /** The division of each payment at this price. */
  split: z.object({ merchantFeeCents: cents, platformCents: cents, influencerCents: cents }),
  /** Active subscribers x price x (1 - commission / 100). */
  estimatedMonthlyRevenueCents: cents,
  /** Active subscribers who pay a different price. */
  otherPriceCount: count,
});
export type EarningsPlan = z.infer<typeof planSchema>;

/** An influencer's own earnings in a range, and the current totals. Amounts are in cents. */
export const earningsSchema = z.object({
  range: z.enum(EARNING_RANGES),
  days: daysSchema,
  /** Whether the range has not ended yet. */
  isRunning: z.boolean(),
  money: moneySchema,
  subscribers: subscriberChangesSchema.extend({
    /** The number of distinct fans who paid. */
    paying: count,
  }),
  /** The average share per paying fan; null without paying fans. */
  averageCents: cents.nullable(),
  /** The same length of the previous range; null if the influencer had not started by then. */
  before: daysSchema.extend({ shareCents: cents, gained: count, lost: count }).nullable(),
  series: z.object({ unit: z.enum(['day', 'month']), points: z.array(pointSchema) }),
  /** The current number, whatever the range. */
  activeSubscribers: count,
  /** The active plan; null without one. */
  plan: planSchema.nullable(),
  /** Earned and not yet in a payout; negative if more was reversed than earned since. */
  openCents: cents,
  payouts: payoutTotalsSchema,
  heldBack: heldBackSchema,
  recentPayouts: z.array(ownPayoutSchema),
});
export type Earnings = z.infer<typeof earningsSchema>;
