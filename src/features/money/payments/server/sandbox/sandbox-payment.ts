import { addMonths } from '#src/lib/dates.ts';
import type { SandboxCard } from '../../billing.schema.ts';
import type { PaymentEvent } from '../payment-provider.ts';
import { sandboxSubscriptionId } from './sandbox-subscriptions.ts';
import { cardLastFour } from './test-cards.ts';

/** The sandbox's event for a paid checkout: one payment for each, however often it is sent. */
export function sandboxPayment(
  { id, priceCents }: { id: string; priceCents: number },
  periodStart: Date,
  card: SandboxCard,
  cardHashes: string[],
): Extract<PaymentEvent, { type: 'checkout.completed' }> {
  return {
    type: 'checkout.completed',
    id: `sandbox_paid_${id}`,
    checkoutId: id,
    providerSubscriptionId: sandboxSubscriptionId(id),
    paymentId: `sandbox_payment_${id}`,
    occurredAt: periodStart,
    periodStart,
    periodEnd: addMonths(periodStart, 1),
    amountCents: priceCents,
    cardLastFour: cardLastFour(card),
    cardHashes,
  };
}
