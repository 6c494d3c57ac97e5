import type { Plan } from './plans.schema.ts';

type Sold = Pick<Plan, 'subscriberCount' | 'priceMonthlyCents' | 'platformCommissionPercent'>;

/**
 * What a plan is estimated to bring an influencer in a month, in whole cents: active subscribers x
 * price x (1 - commission / 100). The merchant fee is not taken off.
 */
export function estimatedMonthlyRevenueCents(plan: Sold): number {
  const kept = 10_000 - Math.round(plan.platformCommissionPercent * 100);
  // BigInt: the product may be beyond what a double holds exactly.
  const hundredths = BigInt(plan.subscriberCount) * BigInt(plan.priceMonthlyCents) * BigInt(kept);
  return Number((hundredths + 5_000n) / 10_000n);
}
