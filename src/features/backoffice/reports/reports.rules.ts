import type { AgencyMoney } from '#src/features/money/earnings/earnings.schema.ts';
import type { RevenueMovements } from './reports.schema.ts';

/** The change of an amount in whole percent; null if it is meaningless, because nothing was earned before. */
export function growthPercent(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 100) : null;
}

/** What fans paid, less what was returned to them, in cents. */
export function netRevenueOf(money: AgencyMoney): number {
  const { grossCents, refundedCents, disputedCents, disputesWonCents } = money;
  return grossCents - refundedCents - disputedCents + disputesWonCents;
}

/**
 * What the agency retains of the net revenue, in cents: less the influencers' share, what the payment
 * provider really charged, what the agency gave influencers beyond their share, and what it wrote
 * off. What was returned to fans twice is in the net revenue, and in no share.
 */
export function profitOf(money: AgencyMoney): number {
  const { shareCents, providerFeeCents, disputeFeeCents, adjustmentCents, writeOffCents } = money;
  const costs = providerFeeCents + disputeFeeCents + adjustmentCents + writeOffCents;
  return netRevenueOf(money) - shareCents - costs;
}

/** The profit in percent of the net revenue, with one decimal; null without a revenue. */
export function marginPercent(profitCents: number, netRevenueCents: number): number | null {
  return netRevenueCents > 0 ? Math.round((profitCents / netRevenueCents) * 1_000) / 10 : null;
}

type Started = Pick<RevenueMovements, 'openingCents' | 'newCents' | 'reactivatedCents'>;

/** The recurring revenue that churn is measured by: what a month started with, and what began in it. */
export function churnableCents({ openingCents, newCents, reactivatedCents }: Started): number {
  return openingCents + newCents + reactivatedCents;
}

/**
 * The churn of recurring revenue, in percent with one decimal: what was lost, of all that there was in
 * the month, like the churn of subscribers. For several months it is their average.
 * @param lostCents by ends and lower prices, as a positive amount
 * @param churnable the sum of `churnableCents` of each month
 */
export function revenueChurnPercent(lostCents: number, churnable: number): number | null {
  return churnable === 0 ? null : Math.round((lostCents / churnable) * 1_000) / 10;
}
