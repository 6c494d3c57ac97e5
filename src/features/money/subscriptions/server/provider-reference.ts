import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { userSubscriptions } from './subscriptions.table.ts';

type Connected = Pick<PaymentProvider, 'name'>;
type Subscription = Pick<
  typeof userSubscriptions.$inferSelect,
  'provider' | 'providerSubscriptionId'
>;

/** @throws DomainError 'provider-unavailable' if the payment is at another provider */
export function requireProvider(payments: Connected, provider: string): void {
  if (provider === payments.name) return;
  const message = `This was paid through ${provider}, which isn’t connected`;
  throw new DomainError('provider-unavailable', message);
}

/**
 * The provider's id of a subscription; null if no provider knows it.
 * @throws DomainError 'provider-unavailable' for another provider, which would continue to charge
 */
export function findProviderReference(
  payments: Connected,
  { provider, providerSubscriptionId }: Subscription,
): string | null {
  if (providerSubscriptionId === null) return null;
  requireProvider(payments, provider);
  return providerSubscriptionId;
}

/** The same, but required. @throws DomainError 'provider-unavailable' */
export function getProviderReference(payments: Connected, subscription: Subscription): string {
  const reference = findProviderReference(payments, subscription);
  if (reference === null) throw new DomainError('provider-unavailable');
  return reference;
}
