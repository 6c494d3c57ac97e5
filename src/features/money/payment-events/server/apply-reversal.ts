import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordDispute } from '#src/features/money/disputes/server/record-dispute.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import {
  lockTransaction,
  recordDisputeWon,
  recordReversal,
} from '#src/features/money/ledger/server/record-transaction.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { endSubscription } from '#src/features/money/subscriptions/server/end-subscriptions.ts';
import { requestProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import { mailFan } from '#src/features/money/subscriptions/server/subscription-mails.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { hasFailed } from './apply-failed-refund.ts';
import { mailRefund } from './mail-refund.ts';
import type { EventOf, PaymentContext } from './payment-context.ts';

/** Records a refund or a dispute. @returns false while the payment is unknown */
export async function applyReversal(
  context: PaymentContext,
  event: EventOf<'payment.refunded' | 'dispute.opened'>,
): Promise<boolean> {
  const { tx, provider, jobs } = context;
  const charge = await lockTransaction(tx, 'charge', provider, event.paymentId);
  if (!charge) return false;
  const { occurredAt, amountCents } = event;
  const common = { provider, occurredAt, amountCents };
  if (event.type === 'payment.refunded') return recordRefund(context, charge, event);
  await recordReversal(tx, charge, { ...common, kind: 'dispute', reference: event.disputeId });
  await recordDispute(tx, charge.id, {
    ...event,
    provider,
    stage: 'dispute',
    status: 'opened',
  });
  // A fan who disputes a payment loses access and is not charged again.
  if (await endSubscription(tx, charge.subscriptionId!, occurredAt, 'dispute')) {
    await mailFan(context, charge.subscriptionId!, { kind: 'ended', reason: 'dispute' });
    await requestProviderChange(tx, jobs, charge.subscriptionId!);
  }
  return true;
}

type Charge = NonNullable<Awaited<ReturnType<typeof lockTransaction>>>;

async function recordRefund(
  context: PaymentContext,
  charge: Charge,
  event: EventOf<'payment.refunded'>,
): Promise<true> {
  const { tx, provider } = context;
  const { refundId: reference, occurredAt, amountCents } = event;
  if (await hasFailed(context, event)) return true;
  if (await wasMarkedByHand(tx, charge.id, event)) return true;
  const refund = { kind: 'refund', provider, reference, occurredAt, amountCents } as const;
  const transactionId = await recordReversal(tx, charge, refund);
  if (!transactionId) return true;
  const request = await markRefunded(tx, charge.id, amountCents, transactionId);
  if (event.endsSubscription) {
    await endSubscription(tx, charge.subscriptionId!, occurredAt, 'refund');
  }
  // The mail about the end mentions the refund.
  const waitsForEnd = request?.endsSubscription && !(await hasEnded(tx, charge.subscriptionId!));
  if (!waitsForEnd) await mailRefund(context, charge.subscriptionId!, { transactionId });
  return true;
}

/** Whether staff have marked this refund by hand; if so, stores the provider's id of it. */
async function wasMarkedByHand(
  tx: Db,
  chargeId: string,
  { refundId, amountCents }: EventOf<'payment.refunded'>,
): Promise<boolean> {
  const [known] = await tx.select().from(refunds).where(eq(refunds.providerRefundId, refundId));
  if (known) return true;
  const marked = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.chargeId, chargeId),
        eq(refunds.amountCents, amountCents),
        eq(refunds.byHand, true),
        isNotNull(refunds.transactionId),
        isNull(refunds.providerRefundId),
        // The provider's report has not been recorded yet.
        sql`not exists (select from ${ledgerTransactions}
          where ${ledgerTransactions.id} = ${refunds.transactionId}
            and ${ledgerTransactions.providerReference} = ${refundId})`,
      ),
    )
    .orderBy(refunds.createdAt)
    .limit(1);
  const rows = await tx
    .update(refunds)
    .set({ providerRefundId: refundId })
    .where(eq(refunds.id, sql`(${marked})`))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Completes the matching request; a refund made at the provider has none. */
async function markRefunded(tx: Db, chargeId: string, amountCents: number, transactionId: string) {
  const request = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.chargeId, chargeId),
        eq(refunds.amountCents, amountCents),
        isNull(refunds.transactionId),
      ),
    )
    .orderBy(refunds.createdAt)
    .limit(1);
  const [marked] = await tx
    .update(refunds)
    .set({ transactionId, byHand: false })
    .where(eq(refunds.id, sql`(${request})`))
    .returning();
  return marked;
}

async function hasEnded(tx: Db, id: string): Promise<boolean> {
  const [found] = await tx
    .select({ status: userSubscriptions.status })
    .from(userSubscriptions)
    .where(eq(userSubscriptions.id, id));
  return found?.status === 'cancelled';
}

/** Records a won dispute. @returns false while the dispute is unknown */
export async function applyDisputeWon(
  { tx, provider }: PaymentContext,
  event: EventOf<'dispute.won'>,
): Promise<boolean> {
  const { disputeId, occurredAt } = event;
  const dispute = await lockTransaction(tx, 'dispute', provider, disputeId);
  if (!dispute) return false;
  await recordDisputeWon(tx, dispute, { provider, reference: disputeId, occurredAt });
  await recordDispute(tx, dispute.reverses!, {
    ...event,
    provider,
    stage: 'dispute',
    status: 'won',
  });
  return true;
}

/** Records where a dispute stands; no money moves. @returns false while the payment is unknown */
export async function applyDisputeReport(
  { tx, provider }: PaymentContext,
  event: EventOf<'dispute.reported'>,
): Promise<boolean> {
  const charge = await lockTransaction(tx, 'charge', provider, event.paymentId);
  if (!charge) return false;
  await recordDispute(tx, charge.id, { ...event, provider });
  return true;
}
