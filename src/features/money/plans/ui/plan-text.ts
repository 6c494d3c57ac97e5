import { formatCents } from '#src/lib/locale/numbers.ts';
import { MERCHANT_FEE_PERCENT } from '#src/lib/money.ts';
import { pluralize } from '#src/lib/text.ts';
import { estimatedMonthlyRevenueCents } from '../plans.rules.ts';
import type { Plan } from '../plans.schema.ts';

export const COMMISSION_MEANING = `The agency’s percentage of what’s left after the ${MERCHANT_FEE_PERCENT}% merchant fee.`;

/** "1 active subscriber", "42 active subscribers". */
const activeSubscribers = (number: number): string =>
  pluralize(number, 'active subscriber', 'active subscribers');

/** Explains a plan's estimate. */
export function describeEstimate(plan: Plan): string {
  const { subscriberCount, otherPriceCount, priceMonthlyCents, platformCommissionPercent } = plan;
  const formula = `${activeSubscribers(subscriberCount)} × ${formatCents(priceMonthlyCents)} × (1 − ${platformCommissionPercent}/100) = ${formatCents(estimatedMonthlyRevenueCents(plan))}. Before the merchant fee.`;
  if (otherPriceCount === 0) return formula;
  return `${formula} ${pluralize(otherPriceCount, 'of them pays', 'of them pay')} an earlier price, which isn’t included here.`;
}

type Live = Pick<Plan, 'liveCount' | 'subscriberCount'>;

/** "1 subscriber keeps", "17 subscribers, including paused and past-due ones, keep". */
function subscribersText({ liveCount, subscriberCount }: Live): string {
  const others = liveCount > subscriberCount ? ', including paused and past-due ones,' : '';
  return `${pluralize(liveCount, 'subscriber', 'subscribers')}${others} ${liveCount === 1 ? 'keeps' : 'keep'}`;
}

/** Which subscribers a new price applies to. */
export function newPriceText(plan: Live): string {
  return plan.liveCount === 0
    ? 'No current subscribers: the new price applies to everyone.'
    : `A new price applies to new subscribers only: ${subscribersText(plan)} theirs.`;
}

type ToggledPlan = Live & Pick<Plan, 'priceMonthlyCents' | 'isActive'>;

/** The effect of activating or deactivating a plan. @param name the influencer's, isolated */
export function activationText(plan: ToggledPlan, name: string): string {
  const price = formatCents(plan.priceMonthlyCents);
  if (!plan.isActive) return `Fans can subscribe to ${name} at ${price} a month from now on.`;
  const nobody = `No one can subscribe to ${name} until a plan is active again.`;
  if (plan.liveCount === 0) return nobody;
  return `${nobody} ${subscribersText(plan)} their subscription and price.`;
}
