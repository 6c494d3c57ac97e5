import type { AgencyMoney } from '#src/features/money/earnings/earnings.schema.ts';

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
