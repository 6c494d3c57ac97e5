import { and, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { DisputeStatus } from '#src/features/money/payments/billing.schema.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import type { Sandbox } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import type { Db } from '#src/platform/database/db.ts';
import { deliverEvent } from './sandbox-billing.ts';

const CHALLENGE_DAYS = 7;

/** What a tester can do as the fan's bank. */
export const BANK_ACTIONS = ['warn', 'dispute', 'win', 'lose', 'fail-refund'] as const;
export type BankAction = (typeof BANK_ACTIONS)[number];

/** The last payment of a sandbox subscription, as the fan's bank sees it. */
export type BankPayment = {
  paymentId: string;
  paidAt: Date;
  amountCents: number;
  /** The status of its dispute; null without one. */
  dispute: DisputeStatus | null;
  isWarned: boolean;
  /** The last refund that has not failed; null without one. */
  refundId: string | null;
};

const warningOf = (paymentId: string) => `sandbox_warning_${paymentId}`;
const disputeOf = (paymentId: string) => `sandbox_dispute_${paymentId}`;
const refund = alias(ledgerTransactions, 'refund');
const failure = alias(ledgerTransactions, 'failure');

/** Finds the last payment of a subscription; null if there is none. */
export async function findBankPayment(db: Db, subscriptionId: string): Promise<BankPayment | null> {
  const { id, kind, provider, occurredAt, providerReference } = ledgerTransactions;
  const [charge] = await db
    .select({
      paymentId: sql<string>`${providerReference}`,
      paidAt: occurredAt,
      amountCents: cashAmount(id),
      refundId: sql<
        string | null
      >`(select ${refund.providerReference} from ${ledgerTransactions} ${refund}
        where ${refund.reverses} = ${id} and ${refund.kind} = 'refund' and ${refund.provider} = 'sandbox'
          and not exists (select from ${ledgerTransactions} ${failure} where ${failure.reverses} = ${refund.id})
        order by ${refund.occurredAt} desc limit 1)`,
    })
    .from(ledgerTransactions)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, ledgerTransactions.subscriptionId))
    .where(
      and(eq(userSubscriptions.id, subscriptionId), eq(kind, 'charge'), eq(provider, 'sandbox')),
    )
    .orderBy(desc(occurredAt), desc(id))
    .limit(1);
  if (!charge) return null;
  const cases = await db
    .select({ id: disputes.providerDisputeId, status: disputes.status })
    .from(disputes)
    .innerJoin(ledgerTransactions, eq(id, disputes.chargeId))
    .where(and(eq(provider, 'sandbox'), eq(providerReference, charge.paymentId)));
  const statusOf = (reference: string) => cases.find((one) => one.id === reference)?.status ?? null;
  return {
    ...charge,
    dispute: statusOf(disputeOf(charge.paymentId)),
    isWarned: statusOf(warningOf(charge.paymentId)) !== null,
  };
}

/** What the bank can do with a payment now. */
export function bankActions({ dispute, isWarned, refundId }: BankPayment): BankAction[] {
  const isOpen = dispute === 'opened' || dispute === 'challenged';
  return BANK_ACTIONS.filter((action) => {
    switch (action) {
      case 'warn':
        return !isWarned && dispute === null;
      case 'dispute':
        return dispute === null;
      case 'win':
      case 'lose':
        return isOpen;
      case 'fail-refund':
        return refundId !== null;
    }
  });
}

/**
 * Does as the fan's bank, and reports it through the webhook. Each action counts once for a payment or
 * refund. @returns whether it was possible
 */
export async function actAsBank(
  sandbox: Sandbox,
  subscription: { id: string; losesNextEvent: boolean },
  action: BankAction,
  now: Date,
): Promise<boolean> {
  const payment = await findBankPayment(sandbox.db, subscription.id);
  if (!payment || !bankActions(payment).includes(action)) return false;
  const [first, ...others] = eventsOf(payment, action, now);
  await deliverEvent(sandbox, first!);
  // A dispute that is lost on purpose is not known from its report either.
  if (!subscription.losesNextEvent) for (const event of others) await deliverEvent(sandbox, event);
  return true;
}

function eventsOf(payment: BankPayment, action: BankAction, now: Date): PaymentEvent[] {
  switch (action) {
    case 'warn':
      return [warningEvent(payment, now)];
    case 'dispute':
      return disputeEvents(payment, now);
    case 'win': {
      const disputeId = disputeOf(payment.paymentId);
      return [{ ...common(payment, `${disputeId}_won`, now), type: 'dispute.won', disputeId }];
    }
    case 'lose':
      return [reportOf(payment, 'lost', now)];
    case 'fail-refund':
      return [failureEvent(payment, now)];
  }
}

const common = ({ paymentId }: BankPayment, id: string, occurredAt: Date) => ({
  id,
  paymentId,
  occurredAt,
});

function warningEvent(payment: BankPayment, now: Date): PaymentEvent {
  const disputeId = warningOf(payment.paymentId);
  return {
    ...common(payment, disputeId, now),
    type: 'dispute.reported',
    disputeId,
    stage: 'pre_dispute',
    status: 'opened',
    providerStatus: 'early_fraud_warning',
    reason: 'made_with_stolen_card',
    amountCents: payment.amountCents,
  };
}

/** The dispute with its money, and then its reason and deadline. */
function disputeEvents(payment: BankPayment, now: Date): PaymentEvent[] {
  const disputeId = disputeOf(payment.paymentId);
  const { amountCents } = payment;
  const opened = common(payment, disputeId, now);
  return [
    { ...opened, type: 'dispute.opened', disputeId, amountCents },
    reportOf(payment, 'opened', now),
  ];
}

function reportOf(payment: BankPayment, status: 'opened' | 'lost', now: Date): PaymentEvent {
  const disputeId = disputeOf(payment.paymentId);
  return {
    ...common(payment, `${disputeId}_${status}`, now),
    type: 'dispute.reported',
    disputeId,
    stage: 'dispute',
    status,
    reason: 'fraudulent',
    reasonCode: '10.4',
    network: 'visa',
    amountCents: payment.amountCents,
    challengeBy: status === 'opened' ? new Date(now.getTime() + CHALLENGE_DAYS * DAY_MS) : null,
  };
}

function failureEvent(payment: BankPayment, now: Date): PaymentEvent {
  const refundId = payment.refundId!;
  return {
    ...common(payment, `sandbox_refund_failed_${refundId}`, now),
    type: 'refund.failed',
    refundId,
    reason: 'expired_or_canceled_card',
  };
}
