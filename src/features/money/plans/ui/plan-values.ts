import { fieldErrors } from '#src/lib/field-errors.ts';
import { DEFAULT_COMMISSION_PERCENT } from '#src/lib/money.ts';
import { newPlanSchema, type Plan } from '../plans.schema.ts';
import { hundredthsText, parseHundredths } from './typed-hundredths.ts';

/** The input of the plan form; the names are the API's, for its errors. */
export type PlanValues = {
  influencerId: string | null;
  priceMonthlyCents: string;
  platformCommissionPercent: string;
  isActive: boolean;
};
export type PlanErrors = Partial<Record<keyof PlanValues, string>>;

/** A percentage as typed, without trailing zeros. */
const percentText = (percent: number): string => String(percent);

export function newPlanValues(influencerId: string | null = null): PlanValues {
  return {
    influencerId,
    priceMonthlyCents: '',
    platformCommissionPercent: percentText(DEFAULT_COMMISSION_PERCENT),
    isActive: true,
  };
}

export function valuesOfPlan(plan: Plan): PlanValues {
  return {
    influencerId: plan.influencer.id,
    priceMonthlyCents: hundredthsText(plan.priceMonthlyCents),
    platformCommissionPercent: percentText(plan.platformCommissionPercent),
    isActive: plan.isActive,
  };
}

const PRICE_UNREAD = {
  empty: 'Price is required',
  unreadable: 'Enter a price such as 19.99',
  'too-fine': 'Price can have at most two decimals',
};
/** What is wrong with a commission that cannot be read. */
export const COMMISSION_UNREAD = {
  empty: 'Commission is required',
  unreadable: 'Enter a percentage such as 20 or 12.5',
  'too-fine': 'Commission can have at most two decimals',
};

/** Parses the input. @returns the plan, or what is wrong with it */
export function readPlanValues({ influencerId, isActive, ...typed }: PlanValues) {
  const price = parseHundredths(typed.priceMonthlyCents);
  const commission = parseHundredths(typed.platformCommissionPercent);
  const judged = newPlanSchema.safeParse({
    influencerId,
    isActive,
    priceMonthlyCents: price,
    platformCommissionPercent: typeof commission === 'number' ? commission / 100 : null,
  });
  const errors: PlanErrors = fieldErrors<keyof PlanValues>(judged);
  if (typeof price === 'string') errors.priceMonthlyCents = PRICE_UNREAD[price];
  if (typeof commission === 'string') {
    errors.platformCommissionPercent = COMMISSION_UNREAD[commission];
  }
  const isSplit = !errors.priceMonthlyCents && !errors.platformCommissionPercent;
  return {
    plan: judged.data,
    errors,
    /** The split needs only price and commission to be valid. */
    sale: isSplit
      ? { priceCents: Number(price), commissionPercent: Number(commission) / 100 }
      : null,
  };
}
