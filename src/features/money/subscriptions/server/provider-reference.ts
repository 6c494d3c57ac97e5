import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { userSubscriptions } from './subscriptions.table.ts';

type Connected = Pick<PaymentProvider, 'name'>;
type Subscription = Pick<
  typeof userSubscriptions.$inferSelect,
  'provider' | 'providerSubscriptionId'
>;

/** @throws DomainError 'provider-unavailable' when the money is with another provider */
export function requireProvider(payments: Connected, provider: string): void {
  if (provider === payments.name) return;
  const words = `This was paid by ${provider}, which is not connected at present`;
  throw new DomainError('provider-unavailable', words);
}

/**
 * The provider's own id of a subscription; null when no provider knows it and none can charge it.
 * @throws DomainError 'provider-unavailable' for one of another provider, which would go on charging
 */
export function findProviderReference(
  payments: Connected,
  { provider, providerSubscriptionId }: Subscription,
): string | null {
  if (providerSubscriptionId === null) return null;
  requireProvider(payments, provider);
  return providerSubscriptionId;
}

/** The same for what only a provider can do. @throws DomainError 'provider-unavailable' */
export function getProviderReference(payments: Connected, subscription: Subscription): string {
  const reference = findProviderReference(payments, subscription);
  if (reference === null) throw new DomainError('provider-unavailable');
  return reference;
}
