import { and, desc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import {
  lockTransaction,
  recordFailedRefund,
} from '#src/features/money/ledger/server/record-transaction.ts';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { EventOf, PaymentContext } from './payment-context.ts';

type Failure = EventOf<'refund.failed'>;

/**
 * Reverses a refund that failed, once, and makes it owed: staff send the money in another way and
 * mark it. @returns false while the payment is unknown
 */
export async function applyFailedRefund(
  { tx, provider, log }: PaymentContext,
  event: Failure,
): Promise<boolean> {
  const { paymentId, refundId: reference, occurredAt, refundKey } = event;
  const charge = await lockTransaction(tx, 'charge', provider, paymentId);
  if (!charge) return false;
  const recorded = await lockTransaction(tx, 'refund', provider, reference);
  const failedId =
    recorded && (await recordFailedRefund(tx, recorded, { provider, reference, occurredAt }));
  // The same failure again.
  if (recorded && !failedId) return true;
  const isKnown = recorded
    ? await markFailed(tx, event, eq(refunds.transactionId, recorded.id))
    : Boolean(refundKey) &&
      (await markFailed(
        tx,
        event,
        and(eq(refunds.id, refundKey!), isNull(refunds.transactionId))!,
      ));
  // Made at the provider: it was recorded without a request, and is owed now.
  if (recorded && !isKnown) {
    await tx.insert(refunds).values({
      id: recorded.id,
      chargeId: charge.id,
      amountCents: sql`-${cashAmount(sql`${recorded.id}::uuid`)}`,
      ...failed(event),
    });
  }
  await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  log.warn({ transactionId: charge.id, refund: reference }, 'a refund failed at the bank');
  return true;
}

const failed = ({ occurredAt, reason }: Failure) => ({
  byHand: true,
  failedAt: occurredAt,
  failureReason: reason ?? null,
});

async function markFailed(tx: Db, event: Failure, which: SQL): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    // The fan gets another mail once the money is really sent.
    .set({ ...failed(event), transactionId: null, mailedAt: null })
    .where(which)
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Whether the provider has reported already that a refund failed: its success comes late. */
export async function hasFailed(
  { tx, provider, payments }: Pick<PaymentContext, 'tx' | 'provider' | 'payments'>,
  { paymentId, refundId, id }: EventOf<'payment.refunded'>,
): Promise<boolean> {
  const handled = await tx
    .select({ content: paymentEvents.content })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.paymentReference, paymentId),
        ne(paymentEvents.providerEventId, id),
        sql`${paymentEvents.handledAt} is not null`,
      ),
    )
    .orderBy(desc(paymentEvents.receivedAt));
  return handled
    .flatMap(({ content }) => getProvider(payments, provider).readWebhook(content))
    .some((event) => event.type === 'refund.failed' && event.refundId === refundId);
}
