import type { Seed } from '#src/demo/seed-context.ts';
import { totalOf } from '#src/features/money/ledger/ledger.rules.ts';
import type { RenewalState } from '#src/features/money/payments/provider-records.schema.ts';
import { sandboxRecords } from '#src/features/money/payments/server/billing.table.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import type { RecordTotal } from '#src/features/money/reconciliation/reconciliation.schema.ts';
import {
  reconciliationItems,
  reconciliationRuns,
} from '#src/features/money/reconciliation/server/reconciliation.table.ts';
import { REPAIRED } from '#src/features/money/reconciliation/server/save-items.ts';
import type { DemoTransaction } from './ledger-transactions.ts';
import type { DemoSubscription } from './seed-subscriptions.ts';

type Record = typeof sandboxRecords.$inferInsert;
type Refund = Extract<PaymentEvent, { type: 'payment.refunded' }>;

const NIGHTS = 9;
const WINDOW_DAYS = 35;
/** The night in which the lost event was found, and one in which the provider did not answer. */
const REPAIRED_NIGHT = 2;
const FAILED_NIGHT = 5;
const RUN_MS = 4_200;
const BATCH = 2_000;

function stateOf({ status, cancelAt }: DemoSubscription): RenewalState {
  if (status === 'cancelled') return 'ended';
  if (cancelAt) return 'stopping';
  return status === 'paused' ? 'paused' : 'renewing';
}

const amountOf = ({ split }: DemoTransaction) => Math.abs(totalOf(split));

/** What the sandbox believes: what the ledger has, and a refund of a payment that nobody knows. */
function recordsOf(
  transactions: DemoTransaction[],
  subscriptions: DemoSubscription[],
  unknown: Refund,
): Record[] {
  const payments = transactions.map((transaction): Record => {
    const { row, subscription, paymentId } = transaction;
    return {
      kind: row.kind as Record['kind'],
      reference: row.providerReference!,
      subscriptionReference: subscription.providerSubscriptionId,
      paymentReference: row.kind === 'charge' ? null : paymentId,
      amountCents: amountOf(transaction),
      occurredAt: row.occurredAt,
      changedAt: row.occurredAt,
    };
  });
  const sold = subscriptions.map((subscription): Record => ({
    kind: 'subscription',
    reference: subscription.providerSubscriptionId,
    subscriptionReference: subscription.providerSubscriptionId,
    state: stateOf(subscription),
    occurredAt: subscription.billingAnchor,
    changedAt: subscription.updatedAt as Date,
  }));
  const { refundId, paymentId, amountCents, occurredAt, id } = unknown;
  const refund: Record = {
    kind: 'refund',
    reference: refundId,
    paymentReference: paymentId,
    amountCents,
    occurredAt,
    changedAt: occurredAt,
    event: JSON.stringify(unknown),
    eventId: id,
  };
  return [...payments, ...sold, refund];
}

/** The sums of both sides before an instant; the unknown refund is only the provider's. */
function totalsAt(
  at: Date,
  transactions: DemoTransaction[],
  subscriptions: DemoSubscription[],
  unknown: Refund | null,
): RecordTotal[] {
  const from = at.getTime() - WINDOW_DAYS * 24 * 60 * 60_000;
  const kinds = ['charge', 'refund', 'dispute', 'dispute_won'] as const;
  const payments = kinds.map((kind): RecordTotal => {
    const amounts = transactions
      .filter(
        ({ row }) => row.kind === kind && row.occurredAt.getTime() >= from && row.occurredAt <= at,
      )
      .map(amountOf);
    const ours = { count: amounts.length, cents: amounts.reduce((sum, cents) => sum + cents, 0) };
    const isDifferent = kind === 'refund' && unknown;
    const provider = isDifferent
      ? { count: ours.count + 1, cents: ours.cents + unknown.amountCents }
      : ours;
    return { kind, currency: 'usd', provider, ours, driftCents: ours.cents - provider.cents };
  });
  const count = subscriptions.filter(({ status }) => status !== 'cancelled').length;
  const live = { count, cents: 0 };
  const sold: RecordTotal = {
    kind: 'subscription',
    currency: null,
    provider: live,
    ours: live,
    driftCents: 0,
  };
  return [...payments, sold].filter(({ provider }) => provider.count > 0);
}

const startOfRun = (at: Date) => ({
  provider: 'sandbox',
  startedAt: at,
  finishedAt: new Date(at.getTime() + RUN_MS),
  fromAt: new Date(at.getTime() - WINDOW_DAYS * 24 * 60 * 60_000),
  toAt: at,
});

const failedRun = (at: Date) => ({
  ...startOfRun(at),
  status: 'failed' as const,
  error: 'The provider did not list its records. No answer within 30 seconds.',
});

const completedRun = (at: Date, totals: RecordTotal[]) => ({
  ...startOfRun(at),
  status: 'completed' as const,
  providerAsOf: at,
  ledgerAsOf: new Date(at.getTime() + RUN_MS),
  compared: totals.reduce((sum, { provider }) => sum + provider.count, 0),
  totals,
});

/** The nightly comparisons of the last days, a lost event that was repaired, and an open difference. */
export async function seedReconciliation(
  { db, now, adminId, daysAgo }: Seed,
  transactions: DemoTransaction[],
  subscriptions: DemoSubscription[],
  unknown: Refund,
): Promise<void> {
  const records = recordsOf(transactions, subscriptions, unknown);
  for (let start = 0; start < records.length; start += BATCH) {
    await db.insert(sandboxRecords).values(records.slice(start, start + BATCH));
  }
  const nightOf = (night: number) => {
    const at = daysAgo(night);
    at.setUTCHours(2, 30, 0, 0);
    return at;
  };
  const lost = transactions.findLast(
    ({ row }) => row.kind === 'charge' && row.occurredAt < nightOf(REPAIRED_NIGHT),
  )!;
  const nights = Array.from({ length: NIGHTS }, (_, index) => index + 1).map((night) => {
    const at = nightOf(night);
    if (night === FAILED_NIGHT) return failedRun(at);
    const totals = totalsAt(at, transactions, subscriptions, null);
    return { ...completedRun(at, totals), repaired: night === REPAIRED_NIGHT ? 1 : 0 };
  });
  // The admin has looked a while ago.
  const lastAt = new Date(now.getTime() - 60 * 60_000);
  const last = completedRun(lastAt, totalsAt(lastAt, transactions, subscriptions, unknown));
  await db
    .insert(reconciliationRuns)
    .values([...nights, { ...last, opened: 1, startedBy: adminId }]);
  await db
    .insert(reconciliationItems)
    .values([repairedItem(lost, nightOf(REPAIRED_NIGHT)), openItem(unknown, last.startedAt)]);
}

function repairedItem(lost: DemoTransaction, at: Date): typeof reconciliationItems.$inferInsert {
  const { row, subscription } = lost;
  return {
    provider: 'sandbox',
    kind: 'charge',
    reference: row.providerReference!,
    difference: 'missing_here',
    status: 'repaired',
    theirs: {
      amountCents: amountOf(lost),
      currency: 'usd',
      state: null,
      subscriptionReference: subscription.providerSubscriptionId,
      occurredAt: row.occurredAt.toISOString(),
    },
    paymentId: row.id,
    subscriptionId: subscription.id,
    occurredAt: row.occurredAt,
    openedAt: at,
    lastSeenAt: at,
    resolvedAt: at,
    reason: REPAIRED,
  };
}

function openItem(
  { refundId, amountCents, occurredAt }: Refund,
  at: Date,
): typeof reconciliationItems.$inferInsert {
  return {
    provider: 'sandbox',
    kind: 'refund',
    reference: refundId,
    difference: 'missing_here',
    status: 'open',
    theirs: {
      amountCents,
      currency: 'usd',
      state: null,
      subscriptionReference: null,
      occurredAt: occurredAt.toISOString(),
    },
    occurredAt,
    openedAt: at,
    lastSeenAt: at,
  };
}
