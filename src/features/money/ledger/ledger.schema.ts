/**
 * The accounts of the ledger. Debits are positive, credits negative: `cash` is what the platform
 * holds, the others say whom it belongs to or what it was spent on. There is one `influencer_share`
 * account for each influencer and one account of each other kind. `refunds_due` holds what was paid
 * for a deleted influencer: it belongs to the fan. `reserves_held` is the part of the shares that is
 * withheld for a while; each transaction names the share that it belongs to. `provider_fees`,
 * `adjustments` and `write_offs` are the platform's own expenses.
 */
export const LEDGER_ACCOUNTS = [
  'cash',
  'merchant_fees',
  'platform_commission',
  'influencer_share',
  'payouts_due',
  'refunds_due',
  'reserves_held',
  'provider_fees',
  'adjustments',
  'write_offs',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/**
 * The kinds of transactions. A `refund_failed` reverses a refund that the fan's bank did not accept. A `payout` reserves a share, `payout_paid` records that the money was
 * paid, `payout_unpaid` reverses that after a mistake, `payout_returned` when the bank returned the
 * money, and `payout_voided` reverses a payout that was not sent. `reserve_released` reverses one
 * `reserve_held`. An `adjustment` changes a share by decision of a person, a `write_off` settles a
 * negative share, and the fees are what the payment provider really charges.
 */
export const LEDGER_KINDS = [
  'charge',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
  'payout',
  'payout_paid',
  'payout_unpaid',
  'payout_returned',
  'payout_voided',
  'reserve_held',
  'reserve_released',
  'adjustment',
  'write_off',
  'provider_fee',
  'dispute_fee',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** The kinds of a payment of a fan: the charge, and what was returned of it. */
export const PAYMENT_KINDS = [
  'charge',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
] as const satisfies readonly LedgerKind[];

/** The kinds that reverse another transaction. */
export const REVERSAL_KINDS = [
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
  'payout_unpaid',
  'payout_returned',
  'payout_voided',
  'reserve_released',
] as const satisfies readonly LedgerKind[];

/** The kinds of which a transaction has at most one: they reverse it in full. */
export const FULL_REVERSAL_KINDS = [
  'payout_unpaid',
  'payout_returned',
  'payout_voided',
  'reserve_released',
] as const satisfies readonly LedgerKind[];

/** What a rule of the ledger is violated by; a `total` is named by its account. */
export const SUBJECT_KINDS = ['transaction', 'payout', 'subscription', 'total'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];
