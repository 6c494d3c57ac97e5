import { and, eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { canCancel, canUndoCancellation } from '../subscriptions.rules.ts';
import { getProviderReference } from './provider-reference.ts';
import { resumeRenewals } from './resume-renewals.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import type { CancelDependencies } from './subscriptions.ts';

/**
 * Undoes a fan's own cancellation, until the day that it takes effect: the subscription renews at
 * its price. Repeating it is harmless.
 * @throws DomainError 'not-found', 'not-allowed-in-state', 'not-supported', 'provider-unavailable'
 */
export async function resumeOwnSubscription(
  { db, payments, mail, config }: CancelDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  const own = and(eq(userSubscriptions.id, id), eq(userSubscriptions.subscriberId, actor.userId));
  const [found] = await db.select().from(userSubscriptions).where(own);
  if (!found) throw notFound();
  if (canCancel(found)) return;
  if (!canUndoCancellation(found, new Date())) {
    throw hasEnded();
  }
  if (await isSuspended(db, found.influencerId)) {
    throw new DomainError('not-allowed-in-state', 'This page is currently closed.');
  }
  const { provider, reference } = getProviderReference(payments, found);
  // Without a lock: the sandbox's webhook changes the subscription before the call returns.
  await resumeAtProvider(provider, reference);
  const isLive = await db.transaction(async (tx) => {
    const [now] = await tx.select().from(userSubscriptions).where(own).for('update');
    // A change in the meantime is newer: the provider's webhook, or another cancellation.
    const isSame = now?.updatedAt.getTime() === found.updatedAt.getTime();
    if (isSame) await resumeRenewals({ tx, mail, config }, now);
    return now !== undefined && now.status !== 'cancelled';
  });
  if (isLive) return;
  // It ended in the meantime, perhaps with the influencer: it must not be charged.
  await provider.cancelAtPeriodEnd(reference);
  throw hasEnded();
}

/** A suspended influencer's page is closed, and must not be paid for. */
async function isSuspended(db: CancelDependencies['db'], userId: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isSuspendedNow));
  return found.length > 0;
}

const hasEnded = () =>
  new DomainError('not-allowed-in-state', 'This subscription has already ended.');

const notFound = () => new DomainError('not-found', 'Subscription not found');

async function resumeAtProvider(provider: PaymentProvider, reference: string): Promise<void> {
  if (!provider.resumeRenewals) {
    const message =
      'This payment provider can’t undo a cancellation. You can subscribe again once it has ended.';
    throw new DomainError('not-supported', message);
  }
  await provider.resumeRenewals(reference);
}
