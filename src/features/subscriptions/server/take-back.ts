import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockTransaction, postDisputeWon, postReversal } from '#src/features/ledger/server/post.ts';
import type { Db } from '#src/platform/db.ts';
import { endSubscription } from './end-subscriptions.ts';
import type { EventOf, Situation } from './payment-situation.ts';
import { refunds } from './refunds.table.ts';
import { STOP_CHARGING_QUEUE } from './stop-charging.ts';
import { mailFan } from './subscription-mails.ts';

/** Books money that went back. @returns false when the payment is not known (yet) */
export async function takeBack(
  situation: Situation,
  event: EventOf<'payment.refunded' | 'dispute.opened'>,
): Promise<boolean> {
  const { tx, provider, jobs } = situation;
  const charge = await lockTransaction(tx, 'charge', provider, event.paymentId);
  if (!charge) return false;
  const { occurredAt, amountCents } = event;
  const common = { provider, occurredAt, amountCents };
  if (event.type === 'payment.refunded') {
    const refund = { ...common, kind: 'refund', reference: event.refundId } as const;
    const transactionId = await postReversal(tx, charge, refund);
    if (transactionId) {
      await markRefunded(tx, charge.id, amountCents, transactionId);
      await mailFan(situation, charge.subscriptionId!, { kind: 'refund', transactionId });
    }
    return true;
  }
  await postReversal(tx, charge, { ...common, kind: 'dispute', reference: event.disputeId });
  // Whoever says that they did not buy it no longer watches it, and is not charged again.
  if (await endSubscription(tx, charge.subscriptionId!, occurredAt, 'dispute')) {
    await mailFan(situation, charge.subscriptionId!, { kind: 'ended', reason: 'dispute' });
    await jobs.enqueue(tx, STOP_CHARGING_QUEUE, { subscriptionId: charge.subscriptionId! });
  }
  return true;
}

/** What the office asked for is done; a refund that was made at the provider has no such request. */
async function markRefunded(
  tx: Db,
  chargeId: string,
  amountCents: number,
  transactionId: string,
): Promise<void> {
  const asked = tx
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
  await tx
    .update(refunds)
    .set({ transactionId })
    .where(eq(refunds.id, sql`(${asked})`));
}

/** Books what a dispute had taken, once it was won. @returns false when that is not known (yet) */
export async function giveBack(
  { tx, provider }: Situation,
  { disputeId, occurredAt }: EventOf<'dispute.won'>,
): Promise<boolean> {
  const dispute = await lockTransaction(tx, 'dispute', provider, disputeId);
  if (!dispute) return false;
  await postDisputeWon(tx, dispute, { provider, reference: disputeId, occurredAt });
  return true;
}
