import type { AgencyMoney } from '#src/features/money/earnings/earnings.schema.ts';
import type { RevenueMovements } from './reports.schema.ts';

/** The change of an amount in whole percent; null if it is meaningless, because nothing was earned before. */
export function growthPercent(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 100) : null;
}

/**
 * What the agency retains, in cents: commission and merchant fees, less what the payment provider
 * really charged, what the agency gave influencers beyond their share, what it
 * wrote off, and what was returned to fans twice.
 */
export function marginOf(money: AgencyMoney): number {
  const { platformCommissionCents, merchantFeeCents } = money;
  const { providerFeeCents, adjustmentCents, writeOffCents, overReturnedCents } = money;
  const costs = providerFeeCents + adjustmentCents + writeOffCents + overReturnedCents;
  return platformCommissionCents + merchantFeeCents - costs;
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
