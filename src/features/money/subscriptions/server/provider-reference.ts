import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { getProvider, type Payments } from '#src/features/money/payments/server/payments.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { userSubscriptions } from './subscriptions.table.ts';

type Connected = Pick<Payments, 'connected'>;
type Subscription = Pick<
  typeof userSubscriptions.$inferSelect,
  'provider' | 'providerSubscriptionId'
>;
/** The provider of a subscription, and its id there. */
type ProviderReference = { provider: PaymentProvider; reference: string };

/**
 * The provider of a subscription and its id there; null if no provider knows it.
 * @throws DomainError 'provider-unavailable' for a provider that is not connected, which would
 * continue to charge
 */
export function findProviderReference(
  payments: Connected,
  { provider, providerSubscriptionId: reference }: Subscription,
): ProviderReference | null {
  return reference === null ? null : { provider: getProvider(payments, provider), reference };
}

/** The same, but required. @throws DomainError 'provider-unavailable' */
export function getProviderReference(
  payments: Connected,
  subscription: Subscription,
): ProviderReference {
  const found = findProviderReference(payments, subscription);
  if (!found) throw new DomainError('provider-unavailable');
  return found;
}
