import type { Purchase } from '../purchases.schema.ts';

const TITLES: Record<Purchase['kind'], string> = {
  charge: 'Monthly subscription',
  refund: 'Refund',
  dispute: 'Taken back by your bank',
  dispute_won: 'Paid after a dispute',
};

/** What moved the money, as the fan sees it. */
export const purchaseTitle = ({ kind }: Pick<Purchase, 'kind'>): string => TITLES[kind];

const PROVIDERS: Record<string, string> = {
  sandbox: 'Sandbox (test mode: no money moved)',
  stripe: 'Stripe',
  ccbill: 'CCBill',
  verotel: 'Verotel',
};

/** Who took the money, by the name that they have on a card statement. */
export const providerName = (provider: string): string => PROVIDERS[provider] ?? provider;
