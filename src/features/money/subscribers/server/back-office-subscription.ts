import { and, eq } from 'drizzle-orm';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import { findProviderReference } from '#src/features/money/subscriptions/server/provider-reference.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

type Subscription = typeof userSubscriptions.$inferSelect;

const select = (db: Db, actor: Actor, id: string) =>
  db
    .select()
    .from(userSubscriptions)
    .where(and(eq(userSubscriptions.id, id), inScope(actor, userSubscriptions.influencerId)));

const requireFound = ([subscription]: Subscription[]): Subscription => {
  if (!subscription) throw new DomainError('not-found', 'Subscription not found');
  return subscription;
};

/** @throws DomainError 'not-found', also beyond the actor's limit */
export async function requireSubscription(db: Db, actor: Actor, id: string) {
  return requireFound(await select(db, actor, id));
}

/** Serializes changes by the back office: each sees the result of the previous one. */
export async function lockSubscription(tx: Db, actor: Actor, id: string) {
  return requireFound(await select(tx, actor, id).for('update'));
}

/**
 * Like {@link findProviderReference}, but Stripe subscriptions must have an id.
 * @throws DomainError 'no-stripe-subscription', 'provider-unavailable'
 */
export function referenceOf(
  payments: Payments,
  subscription: Subscription,
): ReturnType<typeof findProviderReference> {
  if (subscription.providerSubscriptionId === null && subscription.provider === 'stripe') {
    const message = "This subscription doesn't have a Stripe subscription ID";
    throw new DomainError('no-stripe-subscription', message);
  }
  return findProviderReference(payments, subscription);
}
