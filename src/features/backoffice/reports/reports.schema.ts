import { z } from 'zod';
import { ownerFilterSchema } from '#src/features/identity/colleagues/colleagues.schema.ts';
import {
  agencyMoneySchema,
  daysSchema,
  EARNING_RANGES,
  pointSchema,
  subscriberChangesSchema,
} from '#src/features/money/earnings/earnings.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

const count = z.int();
const cents = z.int();

/** The range of months, and whose figures; everybody's in the actor's limit without a filter. */
export const reportQuerySchema = z.object({
  range: z.enum(EARNING_RANGES).default('this-month'),
  influencer: z.uuid().optional(),
  owner: ownerFilterSchema,
});
export type ReportQuery = z.output<typeof reportQuerySchema>;

/** The figures of the agency, or of some of its influencers. Amounts are in cents. */
export const reportSchema = z.object({
  range: z.enum(EARNING_RANGES),
  days: daysSchema,
  /** Whether the range has not ended yet. */
  isRunning: z.boolean(),
  money: agencyMoneySchema,
  subscribers: subscriberChangesSchema,
  /** Active subscriptions, whatever the range. */
  activeSubscribers: count,
  /** What each fan who ever paid has paid until now, less reversals, on average; null without any. */
  lifetimeValueCents: cents.nullable(),
  /** The same length of the previous range; null if nobody had started by then. */
  before: daysSchema.extend({ money: agencyMoneySchema, gained: count, lost: count }).nullable(),
  series: z.object({ unit: z.enum(['day', 'month']), points: z.array(pointSchema) }),
});
export type Report = z.infer<typeof reportSchema>;

/** One influencer in the comparison of all. */
export const influencerReportSchema = z.object({
  /** Unique also for deleted influencers, whose payments remain. */
  id: z.string(),
  /** Null for a deleted influencer. */
  influencerId: z.uuid().nullable(),
  fullName: z.string(),
  platformCommissionCents: cents,
  grossCents: cents,
  shareCents: cents,
  /** What the agency retains: see `profitOf`. */
  profitCents: cents,
  /** Refunds and disputes, less the disputes won. */
  reversedCents: cents,
  /** The commission compared with the same length of the previous range, in percent; null without any then. */
  growthPercent: z.number().nullable(),
  gained: count,
  lost: count,
  /** Subscribers at the end of the range, or now. */
  subscribers: count,
  churnPercent: z.number().nullable(),
  lifetimeValueCents: cents.nullable(),
  /** Posts published in the range. */
  posts: count,
  /** The last published post, whatever the range. */
  lastPostAt: instantSchema.nullable(),
});
export type InfluencerReport = z.infer<typeof influencerReportSchema>;

/** The most influencers that are listed; the CSV file contains all. */
export const INFLUENCER_REPORT_LIMIT = 500;

/** The influencers by the agency's commission, highest first. */
export const influencerReportsSchema = z.object({
  rows: z.array(influencerReportSchema).max(INFLUENCER_REPORT_LIMIT),
  total: count,
});

/**
 * The agency's profit and loss: what fans paid, less what was returned to them, is the net revenue;
 * less the influencers' share and the agency's costs it is the profit.
 */
export const profitAndLossSchema = z.object({
  grossCents: cents,
  refundedCents: cents,
  /** What banks reversed, less the disputes that were won. */
  chargedBackCents: cents,
  netRevenueCents: cents,
  shareCents: cents,
  providerFeeCents: cents,
  disputeFeeCents: cents,
  adjustmentCents: cents,
  /** Negative balances that were written off. */
  writeOffCents: cents,
  profitCents: cents,
  /** The profit in percent of the net revenue, with one decimal; null without a revenue. */
  marginPercent: z.number().nullable(),
});
export type ProfitAndLoss = z.infer<typeof profitAndLossSchema>;

/** What stands for the influencer where there is none, by the account of the ledger. */
export const UNASSIGNED_LABELS = {
  refunds_due: 'Owed to fans of deleted influencers',
  provider_fees: 'Provider fees without a payment',
} as const;

export const influencerProfitSchema = profitAndLossSchema.extend({
  /** Unique also for deleted influencers, and where there is none. */
  id: z.string(),
  /** Null for a deleted influencer. */
  influencerId: z.uuid().nullable(),
  /** Null where there is none. */
  fullName: z.string().nullable(),
  /** What it is about where there is no influencer. */
  unassigned: z.literal(['refunds_due', 'provider_fees']).nullable(),
});
export type InfluencerProfit = z.infer<typeof influencerProfitSchema>;

/** The sum of all influencers, and each of them by profit, highest first. */
export const profitReportSchema = z.object({
  total: profitAndLossSchema,
  rows: z.array(influencerProfitSchema).max(INFLUENCER_REPORT_LIMIT),
  rowCount: count,
});

/** Whose figures: those that need no range. */
export const cohortsQuerySchema = reportQuerySchema.omit({ range: true });
export type CohortsQuery = z.output<typeof cohortsQuerySchema>;

/**
 * How the monthly recurring revenue changed: its value at the end is the value at the start plus
 * all movements. Contraction and churn are negative.
 */
export const revenueMovementsSchema = z.object({
  openingCents: cents,
  newCents: cents,
  reactivatedCents: cents,
  expansionCents: cents,
  contractionCents: cents,
  churnedCents: cents,
  closingCents: cents,
});
export type RevenueMovements = z.infer<typeof revenueMovementsSchema>;

/** A month, or all months of the range: recurring revenue, churn, and what a fan paid on average. */
export const recurringRevenueSchema = revenueMovementsSchema.extend({
  gained: count,
  lost: count,
  /** Of the subscribers: see `churnPercent`. */
  churnPercent: z.number().nullable(),
  /** Of the recurring revenue: see `revenueChurnPercent`. */
  revenueChurnPercent: z.number().nullable(),
  /** What fans paid, less what was returned. */
  netCents: cents,
  payingFans: count,
  /** What each fan who paid has paid on average, less what was returned; null without any. */
  revenuePerFanCents: cents.nullable(),
});
export type RecurringRevenue = z.infer<typeof recurringRevenueSchema>;

/** The recurring revenue of a range, in total and by month. */
export const recurringReportSchema = z.object({
  isRunning: z.boolean(),
  total: recurringRevenueSchema,
  /** The first day of each month, and its figures. */
  months: z.array(recurringRevenueSchema.extend({ start: z.iso.date() })),
});
export type RecurringReport = z.infer<typeof recurringReportSchema>;

/** How many months of first payments are followed, the current one included. */
export const COHORT_MONTHS = 12;

/** The fans whose first payment was in the same month, and how many of them were still subscribed. */
export const cohortSchema = z.object({
  /** The first day of the month. */
  start: z.iso.date(),
  fans: count,
  /** At the end of that month and of each one since; today for the current month. */
  subscribed: z.array(count).max(COHORT_MONTHS),
});
export type Cohort = z.infer<typeof cohortSchema>;

export const cohortsSchema = z.object({ cohorts: z.array(cohortSchema).max(COHORT_MONTHS) });
