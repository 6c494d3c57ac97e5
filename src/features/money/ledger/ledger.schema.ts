/**
 * The accounts of the books. Debits are positive, credits negative: `cash` is what the house holds,
 * the others are whom it belongs to. There is one `influencer_share` for each influencer and one of
 * each of the others. `refunds_due` holds what was paid for an influencer who is gone: it belongs to
 * the fan.
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

/** What moves money. A `payout` sets a share aside, `payout_paid` is when it leaves the house. */
export const LEDGER_KINDS = [
  'charge',
  'refund',
  'dispute',
  'dispute_won',
  'payout',
  'payout_paid',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
