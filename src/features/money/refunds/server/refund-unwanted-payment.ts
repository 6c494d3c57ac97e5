import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { findProvider, type Payments } from '#src/features/money/payments/server/payments.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { Log } from '#src/platform/log/log.ts';
import { refundableAmount } from './refundable-amount.ts';
import { refunds } from './refunds.table.ts';

const request = z.object({ transactionId: z.uuid() });

/** Payments to refund automatically: for an ended subscription, or paid twice. */
export const REFUND_UNWANTED_QUEUE = {
  name: 'give-back',
  data: request,
  // Retried for about two days.
  retries: { limit: 20, delay: 10, delayMax: 3 * 60 * 60 },
} satisfies Queue;

type Dependencies = { db: Db; payments: Payments; log: Log };

/**
 * Requests the refund of what is left of such a payment, once: the refund has the charge's id and
 * was stored with it. It is recorded when the provider reports it.
 * @throws DomainError 'provider-unavailable'
 */
export async function refundUnwantedPayment(
  { db, payments, log }: Dependencies,
  { transactionId }: z.output<typeof request>,
): Promise<void> {
  const [charge] = await db
    .select({
      provider: ledgerTransactions.provider,
      paymentId: ledgerTransactions.providerReference,
    })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, transactionId));
  const refund = await db.transaction((tx) => lockRefund(tx, transactionId));
  if (!refund) return;
  try {
    const provider = findProvider(payments, charge!.provider!);
    if (!provider) throw new DomainError('not-supported');
    await provider.refund(charge!.paymentId!, refund.amountCents, refund.id);
  } catch (error) {
    const isFinal = error instanceof DomainError && error.code !== 'provider-unavailable';
    if (!isFinal) throw error;
    await db.update(refunds).set({ byHand: true }).where(eq(refunds.id, refund.id));
    await publishLiveEvent(db, { topic: 'notifications', backOffice: 'unlimited' });
    log.warn({ transactionId, err: error }, 'a payment has to be refunded by hand');
  }
}

/**
 * Locks the refund and limits it to what is left of the charge, after other refunds or disputes.
 */
async function lockRefund(tx: Db, transactionId: string) {
  const isIt = eq(refunds.id, transactionId);
  const [refund] = await tx.select().from(refunds).where(isIt).for('update');
  if (!refund || refund.transactionId) return null;
  const { rows } = await tx.execute<{ left: number }>(
    sql`select ${refundableAmount(sql`${transactionId}::uuid`)} as "left"`,
  );
  const amountCents = Math.min(refund.amountCents, refund.amountCents + rows[0]!.left);
  if (amountCents === refund.amountCents) return refund;
  if (amountCents > 0) await tx.update(refunds).set({ amountCents }).where(isIt);
  else await tx.delete(refunds).where(isIt);
  return amountCents > 0 ? { ...refund, amountCents } : null;
}
