import { DomainError } from '#src/lib/problem.ts';
import { refusalOf, type AskStripe } from './stripe-client.ts';

type Wanted = { paymentId: string; amountCents: number; refundKey: string };

/** Gives money back, once for each key. */
export async function refundPayment(
  ask: AskStripe,
  { paymentId, amountCents, refundKey }: Wanted,
): Promise<void> {
  if (!paymentId.startsWith('pi_')) {
    throw new DomainError('not-supported', 'This was not paid by card: give it back by hand.');
  }
  // Stripe forgets idempotency keys after a day; what a refund was made for, it keeps.
  const earlier = await ask(({ refunds }) =>
    refunds.list({ payment_intent: paymentId, limit: 100 }),
  );
  const isDone = earlier.data.some(
    ({ metadata, status }) =>
      metadata?.refundKey === refundKey && status !== 'failed' && status !== 'canceled',
  );
  if (isDone) return;
  try {
    await ask(({ refunds }) =>
      refunds.create(
        { payment_intent: paymentId, amount: amountCents, metadata: { refundKey } },
        { idempotencyKey: `refund-${refundKey}` },
      ),
    );
  } catch (cause) {
    const refusal = refusalOf(cause);
    // Whether a key was used for something else says nothing of this refund.
    if (refusal?.type !== 'StripeInvalidRequestError') throw cause;
    // Nothing went back: more than is left, or the bank took it already.
    const words = `Stripe refused the refund: ${refusal.message}`;
    throw new DomainError('not-allowed-in-state', words, undefined, { cause: refusal });
  }
}
