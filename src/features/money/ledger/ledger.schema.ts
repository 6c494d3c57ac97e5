/**
 * The accounts of the ledger. Debits are positive, credits negative: `cash` is what the platform
 * holds, the others say whom it belongs to. There is one `influencer_share` account for each
 * influencer and one account of each other kind. `refunds_due` holds what was paid for a deleted
 * influencer: it belongs to the fan.
 */
export const LEDGER_ACCOUNTS = [
  'cash',
  'merchant_fees',
  'platform_commission',
  'influencer_share',
  'payouts_due',
  'refunds_due',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/**
 * The kinds of transactions. A `payout` reserves a share, `payout_paid` records that the money was
 * paid, and `payout_unpaid` reverses that after a mistake.
 */
export const LEDGER_KINDS = [
  'charge',
  'refund',
  'dispute',
  'dispute_won',
  'payout',
  'payout_paid',
  'payout_unpaid',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
