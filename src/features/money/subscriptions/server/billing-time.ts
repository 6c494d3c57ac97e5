import type { Payments } from '#src/features/money/payments/server/payments.ts';
import type { Db } from '#src/platform/database/db.ts';

type Billed = { provider: string; providerSubscriptionId: string | null };

/**
 * Finds the time by which subscriptions are billed: real time or a test clock.
 * @returns a function from a subscription to its billing time
 */
export async function findBillingTimes(
  db: Db,
  { connected }: Pick<Payments, 'connected'>,
  subscriptions: Billed[],
  now: Date,
): Promise<(subscription: Billed) => Date> {
  const clocks = new Map<string, Map<string, Date>>();
  for (const { name, readTestClocks } of connected) {
    const ids = subscriptions.flatMap(({ provider, providerSubscriptionId: id }) =>
      provider === name && id ? [id] : [],
    );
    if (readTestClocks && ids.length > 0) clocks.set(name, await readTestClocks(db, ids));
  }
  return ({ provider, providerSubscriptionId: id }) => (id && clocks.get(provider)?.get(id)) || now;
}
