import type { RecordKind } from '#src/features/money/payments/provider-records.schema.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import type { Difference, ItemStatus, RecordSide, RunStatus } from './reconciliation.schema.ts';

export const PROVIDER_LABELS: Record<string, string> = {
  sandbox: 'Sandbox',
  stripe: 'Stripe',
  verotel: 'Verotel',
  ccbill: 'CCBill',
};

export const KIND_LABELS: Record<RecordKind, string> = {
  charge: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  dispute_won: 'Won dispute',
  subscription: 'Subscription',
};

export const KIND_PLURALS: Record<RecordKind, string> = {
  charge: 'Payments',
  refund: 'Refunds',
  dispute: 'Disputes',
  dispute_won: 'Won disputes',
  subscription: 'Subscriptions',
};

export const DIFFERENCE_LABELS: Record<Difference, string> = {
  missing_here: 'Missing in our ledger',
  missing_there: 'Missing at the provider',
  different: 'Different on the two sides',
};

export const ITEM_STATUS_LABELS: Record<ItemStatus, string> = {
  open: 'Open',
  repaired: 'Repaired',
  settled: 'Settled',
  closed: 'Disappeared',
};

export const RUN_STATUS_LABELS: Record<RunStatus, string> = {
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
};

const STATE_LABELS: Record<string, string> = {
  renewing: 'Renews',
  paused: 'Paused',
  stopping: 'Ends with the paid period',
  ended: 'Ended',
};

/** An amount in the currency of the record; the ledger has only dollars. */
export function formatAmount(cents: number, currency: string | null): string {
  if (currency === null || currency === 'usd') return formatCents(cents);
  return `${formatNumber(cents / 100)} ${currency.toUpperCase()}`;
}

/** What a side says of a record: an amount, or the state of a subscription. */
export function describeSide({ amountCents, currency, state }: RecordSide): string {
  if (amountCents !== null) return formatAmount(amountCents, currency);
  return state === null ? '' : (STATE_LABELS[state] ?? state);
}
