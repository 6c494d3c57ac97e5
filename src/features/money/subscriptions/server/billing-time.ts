import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import type { Db } from '#src/platform/database/db.ts';

type Billed = { provider: string; providerSubscriptionId: string | null };
type Clocks = Pick<PaymentProvider, 'name' | 'readTestClocks'>;

/**
 * Finds the time by which subscriptions are billed: real time or a test clock.
 * @returns a function from a subscription to its billing time
 */
export async function findBillingTimes(
  db: Db,
  payments: Clocks,
  subscriptions: Billed[],
  now: Date,
): Promise<(subscription: Billed) => Date> {
  const ids = subscriptions.flatMap(({ provider, providerSubscriptionId: id }) =>
    provider === payments.name && id ? [id] : [],
  );
  const clocks = ids.length > 0 ? await payments.readTestClocks?.(db, ids) : undefined;
  return ({ providerSubscriptionId: id }) => (id && clocks?.get(id)) || now;
}
