import type { Plan } from './plans.schema.ts';

type Sold = Pick<Plan, 'subscriberCount' | 'priceMonthlyCents' | 'platformCommissionPercent'>;

/**
 * The estimated monthly revenue of a plan for its influencer, in whole cents: active subscribers x
 * price x (1 - commission / 100). The merchant fee is ignored.
 */
export function estimatedMonthlyRevenueCents(plan: Sold): number {
  const shareHundredths = 10_000 - Math.round(plan.platformCommissionPercent * 100);
  // BigInt: the product may exceed what a double represents exactly.
  const hundredths =
    BigInt(plan.subscriberCount) * BigInt(plan.priceMonthlyCents) * BigInt(shareHundredths);
  return Number((hundredths + 5_000n) / 10_000n);
}
