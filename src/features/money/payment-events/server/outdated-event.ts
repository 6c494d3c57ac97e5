import { and, eq, isNotNull } from 'drizzle-orm';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { findProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import type { EventOf, PaymentContext } from './payment-context.ts';

type RenewalSwitch = EventOf<'renewals.stopped' | 'renewals.resumed'>;

/**
 * Whether renewals were stopped or resumed after this event, here or there. Providers deliver in any
 * order, also the echoes of our own calls: a late one must not undo a newer decision.
 */
export async function isOutdated(
  { tx, provider, payments }: Pick<PaymentContext, 'tx' | 'provider' | 'payments'>,
  subscriptionId: string,
  { providerSubscriptionId, occurredAt }: RenewalSwitch,
): Promise<boolean> {
  const change = await findProviderChange(tx, subscriptionId);
  // The provider is about to receive a newer state, or has received it since.
  if (change?.concernsRenewals) return true;
  if (change?.renewalsSettledAt && occurredAt <= change.renewalsSettledAt) return true;
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
