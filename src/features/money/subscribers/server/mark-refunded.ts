import { and, eq } from 'drizzle-orm';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { recordReversal } from '#src/features/money/ledger/server/record-transaction.ts';
import { mailRefund } from '#src/features/money/payment-events/server/mail-refund.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { BackOfficeDependencies } from './back-office-subscription-actions.ts';
import { requireSubscription } from './back-office-subscription.ts';

/**
 * Records a refund that staff made at the provider, and mails the fan. The provider's report,
 * before or after, is the same refund. Repeating it is harmless.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' if the provider makes it
 */
export function markRefunded(
  from: BackOfficeDependencies,
  actor: Actor,
  { id, refundId }: { id: string; refundId: string },
): Promise<void> {
  return from.db.transaction(async (tx) => {
    await requireSubscription(tx, actor, id);
    // The charge is locked first, in the webhooks' order.
    const [charge] = await tx
      .select({ charge: ledgerTransactions })
      .from(ledgerTransactions)
      .innerJoin(refunds, eq(refunds.chargeId, ledgerTransactions.id))
      .where(and(eq(refunds.id, refundId), eq(ledgerTransactions.subscriptionId, id)))
      .for('no key update', { of: ledgerTransactions });
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update');
    if (!charge || !refund) throw new DomainError('not-found', 'Refund not found');
    if (refund.transactionId) return;
    if (!refund.byHand) {
      throw new DomainError(
        'not-allowed-in-state',
        'This refund has already been requested from the provider',
      );
    }
    const transactionId = await recordReversal(tx, charge.charge, {
      kind: 'refund',
      provider: charge.charge.provider!,
      reference: `by hand ${refundId}`,
      occurredAt: new Date(),
      amountCents: refund.amountCents,
    });
    await tx.update(refunds).set({ transactionId }).where(eq(refunds.id, refundId));
    await mailRefund({ ...from, tx }, id, { transactionId: transactionId! });
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  });
}
