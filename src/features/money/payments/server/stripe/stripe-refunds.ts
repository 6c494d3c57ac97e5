import { DomainError } from '#src/lib/problem.ts';
import { refusalOf, type CallStripe } from './stripe-client.ts';

type RefundInput = { paymentId: string; amountCents: number; refundKey: string };

/** Makes a refund, once for each key. */
export async function refundPayment(
  callStripe: CallStripe,
  { paymentId, amountCents, refundKey }: RefundInput,
): Promise<void> {
  if (!paymentId.startsWith('pi_')) {
    throw new DomainError('not-supported', 'This wasn’t paid by card. Refund it manually.');
  }
  // Stripe forgets idempotency keys after a day, but keeps the metadata of refunds.
  const earlier = await callStripe(({ refunds }) =>
    refunds.list({ payment_intent: paymentId, limit: 100 }),
  );
  const isRefunded = earlier.data.some(
    ({ metadata, status }) =>
      metadata?.refundKey === refundKey && status !== 'failed' && status !== 'canceled',
  );
  if (isRefunded) return;
  try {
    await callStripe(({ refunds }) =>
      refunds.create(
        { payment_intent: paymentId, amount: amountCents, metadata: { refundKey } },
        { idempotencyKey: `refund-${refundKey}` },
      ),
    );
  } catch (cause) {
    const refusal = refusalOf(cause);
    // A key that was used for another request says nothing about this refund.
    if (refusal?.type !== 'StripeInvalidRequestError') throw cause;
    // No money was sent: the amount is more than is left, or the bank reversed the payment.
    const message = `Stripe refused the refund: ${refusal.message}`;
    throw new DomainError('not-allowed-in-state', message, undefined, { cause: refusal });
  }
}
