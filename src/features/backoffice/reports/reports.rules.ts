import type { AgencyMoney } from '#src/features/money/earnings/earnings.schema.ts';

/** The change of an amount in whole percent; null if it is meaningless, because nothing was earned before. */
export function growthPercent(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 100) : null;
}

/**
 * What the agency retains, in cents: commission and merchant fees, less what the payment provider
 * really charged, what the agency gave influencers beyond their share, and what it wrote off.
 */
export function marginOf(money: AgencyMoney): number {
  const { platformCommissionCents, merchantFeeCents } = money;
  const { providerFeeCents, adjustmentCents, writeOffCents } = money;
  return (
    platformCommissionCents + merchantFeeCents - providerFeeCents - adjustmentCents - writeOffCents
  );
}
