import type { AccountOutcome, Strikes } from './strikes.schema.ts';

export const ACCOUNT_OUTCOME_LABELS: Record<AccountOutcome, string> = {
  continue: 'The account continues',
  warned: 'The influencer is warned',
  ended: 'The account ends',
};

/** "2 strikes in the last 12 months". */
export function strikesText({ strikes, rule }: Pick<Strikes, 'strikes' | 'rule'>): string {
  const count = strikes.length === 1 ? '1 strike' : `${strikes.length} strikes`;
  const months = rule.months === 1 ? 'month' : `${rule.months} months`;
  return `${count} in the last ${months}`;
}
