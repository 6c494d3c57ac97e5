import type { Purchase } from '../purchases.schema.ts';

const TITLES: Record<Purchase['kind'], string> = {
  charge: 'Monthly subscription',
  refund: 'Refund',
  refund_failed: 'Refund failed',
  dispute: 'Disputed by your bank',
  dispute_won: 'Paid after a dispute',
};

/** The title of a purchase for the fan. */
export function purchaseTitle({ kind }: Pick<Purchase, 'kind'>): string {
  return TITLES[kind];
}

const PROVIDERS: Record<string, string> = {
  sandbox: 'Sandbox (test mode: no money moved)',
  stripe: 'Stripe',
  ccbill: 'CCBill',
  verotel: 'Verotel',
};

/** The provider's name as it appears on a card statement. */
export function providerName(provider: string): string {
  return PROVIDERS[provider] ?? provider;
}
