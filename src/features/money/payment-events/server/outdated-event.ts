import { and, eq, isNotNull } from 'drizzle-orm';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import type { EventOf, PaymentContext } from './payment-context.ts';

type RenewalSwitch = EventOf<'renewals.stopped' | 'renewals.resumed'>;

/**
 * Whether renewals were stopped or resumed after this event. Providers deliver in any order, and a
 * late `renewals.stopped` must not undo a newer `renewals.resumed`.
 */
export async function isOutdated(
  { tx, provider, payments }: Pick<PaymentContext, 'tx' | 'provider' | 'payments'>,
  { providerSubscriptionId, occurredAt }: RenewalSwitch,
): Promise<boolean> {
  const handled = await tx
    .select({ content: paymentEvents.content })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.subscriptionReference, providerSubscriptionId),
        isNotNull(paymentEvents.handledAt),
      ),
    );
  return handled
    .flatMap(({ content }) => getProvider(payments, provider).readWebhook(content))
    .some(
      (event) =>
        (event.type === 'renewals.stopped' || event.type === 'renewals.resumed') &&
        event.providerSubscriptionId === providerSubscriptionId &&
        event.occurredAt > occurredAt,
    );
}
