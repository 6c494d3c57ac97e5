import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { PaymentProvider } from '#src/features/billing/server/payment-provider.ts';
import { ledgerTransactions } from '#src/features/ledger/server/ledger.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Queue } from '#src/platform/jobs.ts';
import type { Log } from '#src/platform/log.ts';
import { refunds } from './refunds.table.ts';
import { leftOfCharge } from './subscription-payments.ts';

const request = z.object({ transactionId: z.uuid() });

/** Payments that nobody should have made: for what was over already, or bought twice. */
export const GIVE_BACK_QUEUE = {
  name: 'give-back',
  data: request,
  // Tried again for about two days.
  retries: { limit: 20, delay: 10, delayMax: 3 * 60 * 60 },
} satisfies Queue;

type Dependencies = { db: Db; payments: PaymentProvider; log: Log };

/**
 * Asks the provider to give back what is left of such a payment, once: the refund has the charge's
 * own id. It is booked when the provider tells of it. @throws DomainError 'provider-unavailable'
 */
export async function giveBackPayment(
  { db, payments, log }: Dependencies,
  { transactionId }: z.output<typeof request>,
): Promise<void> {
  const [charge] = await db
    .select({
      provider: ledgerTransactions.provider,
      paymentId: ledgerTransactions.providerReference,
      left: leftOfCharge(sql`${transactionId}::uuid`),
    })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, transactionId));
  if (charge && charge.left > 0) {
    const asked = { id: transactionId, chargeId: transactionId, amountCents: charge.left };
    await db.insert(refunds).values(asked).onConflictDoNothing();
  }
  const [asked] = await db.select().from(refunds).where(eq(refunds.id, transactionId));
  if (!asked || asked.transactionId) return;
  try {
    if (charge!.provider !== payments.name) throw new DomainError('not-supported');
    await payments.refund(charge!.paymentId!, asked.amountCents, asked.id);
  } catch (error) {
    const isFinal = error instanceof DomainError && error.code !== 'provider-unavailable';
    if (!isFinal) throw error;
    await db.delete(refunds).where(eq(refunds.id, asked.id));
    log.error({ transactionId, err: error }, 'a payment has to be given back by hand');
  }
}
