import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { PaymentProvider } from '#src/features/billing/server/payment-provider.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import { userSubscriptions } from './subscriptions.table.ts';

/**
 * Has the provider renew nothing more of what a user buys or sells. What it was told of is marked
 * at once, so that a second try goes on where the first one failed.
 * @throws DomainError 'provider-unavailable' when another provider would go on charging
 */
export async function endRenewals(
  db: Db,
  payments: Pick<PaymentProvider, 'name' | 'cancelAtPeriodEnd' | 'cancelNow'>,
  userId: string,
): Promise<void> {
  const { id, provider, providerSubscriptionId, status, cancelAt, subscriberId, influencerId } =
    userSubscriptions;
  const live = await db
    .select({ id, provider, providerSubscriptionId, status, cancelAt })
    .from(userSubscriptions)
    .where(
      and(
        or(eq(subscriberId, userId), eq(influencerId, userId)),
        ne(status, 'cancelled'),
        isNotNull(providerSubscriptionId),
      ),
    )
    // In a transaction none of them is kept on meanwhile.
    .for('update');
  for (const subscription of live) {
    if (subscription.cancelAt) continue;
    if (subscription.provider !== payments.name) throw new DomainError('provider-unavailable');
    // Where a payment is still tried, nothing is paid for that would have to be left.
    const stop = subscription.status === 'past_due' ? 'cancelNow' : 'cancelAtPeriodEnd';
    await payments[stop](subscription.providerSubscriptionId!);
    await db
      .update(userSubscriptions)
      .set({ cancelAt: sql`${userSubscriptions.currentPeriodEnd}`, updatedAt: sql`now()` })
      .where(and(eq(id, subscription.id), isNull(cancelAt)));
  }
}
