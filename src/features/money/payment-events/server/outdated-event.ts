import { and, eq, isNotNull } from 'drizzle-orm';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { findProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import type { EventOf, PaymentContext, StoredSubscription } from './payment-context.ts';

type RenewalSwitch = EventOf<'renewals.stopped' | 'renewals.resumed'>;

/**
 * Whether a report about the renewals still counts. It is `outdated` if they were stopped or resumed
 * after it, here or there: providers deliver in any order, also the echoes of our own calls, and a
 * late one must not undo a newer decision. While a change of ours is open it is `undecided`, because
 * only the time of our last call says which decision is newer.
 */
export async function ageOf(
  { tx, provider, payments }: Pick<PaymentContext, 'tx' | 'provider' | 'payments'>,
  subscription: Pick<StoredSubscription, 'id' | 'cancelAt'>,
  { type, providerSubscriptionId, occurredAt }: RenewalSwitch,
): Promise<'current' | 'outdated' | 'undecided'> {
  const change = await findProviderChange(tx, subscription.id);
  if (change?.concernsRenewals) {
    const agrees = (type === 'renewals.stopped') === (subscription.cancelAt !== null);
    return agrees ? 'outdated' : 'undecided';
  }
  if (change?.renewalsSettledAt && occurredAt <= change.renewalsSettledAt) return 'outdated';
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
  const isOvertaken = handled
    .flatMap(({ content }) => getProvider(payments, provider).readWebhook(content))
    .some(
      (event) =>
        (event.type === 'renewals.stopped' || event.type === 'renewals.resumed') &&
        event.providerSubscriptionId === providerSubscriptionId &&
        event.occurredAt > occurredAt,
    );
  return isOvertaken ? 'outdated' : 'current';
}
