import { and, eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { canCancel, canUndoCancellation } from '../subscriptions.rules.ts';
import { callAtOnce, closeAfterCall, requestProviderChange } from './provider-changes.ts';
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
  { db, payments, jobs, mail, config }: CancelDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  const own = and(eq(userSubscriptions.id, id), eq(userSubscriptions.subscriberId, actor.userId));
  const lockOwn = async (tx: Db) => {
    const [found] = await tx.select().from(userSubscriptions).where(own).for('update');
    if (!found) throw new DomainError('not-found', 'Subscription not found');
    return found;
  };
  const requested = await db.transaction(async (tx) => {
    const found = await lockOwn(tx);
    if (canCancel(found)) return null;
    const call = await prepareResume({ db: tx, payments }, found);
    const version = await requestProviderChange(tx, jobs, id, CALLED);
    return { found, version, call };
  });
  if (!requested) return;
  const { found, version, call } = requested;
  const calledAt = await callAtOnce(db, { subscriptionId: id, version }, call);
  const renews = await db.transaction(async (tx) => {
    const now = await lockOwn(tx);
    // A change in the meantime is newer: another cancellation, or the end.
    const isSame = now.updatedAt.getTime() === found.updatedAt.getTime();
    if (isSame) await resumeRenewals({ tx, mail, config }, now);
    if (isSame || canCancel(now)) {
      const change = { subscriptionId: id, version, concern: 'renewals', calledAt } as const;
      await closeAfterCall(tx, jobs, change);
    } else await requestProviderChange(tx, jobs, id);
    return now.status !== 'cancelled';
  });
  if (!renews) throw hasEnded();
}

const CALLED = { concern: 'renewals', isCalling: true } as const;

/** The call that resumes the renewals. @throws DomainError if the subscription cannot be resumed */
async function prepareResume(
  { db, payments }: Pick<CancelDependencies, 'db' | 'payments'>,
  found: typeof userSubscriptions.$inferSelect,
): Promise<() => Promise<void>> {
  if (!canUndoCancellation(found, new Date())) throw hasEnded();
  if (await isSuspended(db, found.influencerId)) {
    throw new DomainError('not-allowed-in-state', 'This page is currently closed.');
  }
  const { provider, reference } = getProviderReference(payments, found);
  const { resumeRenewals: resume } = provider;
  if (!resume) {
    const message =
      'This payment provider can’t undo a cancellation. You can subscribe again once it has ended.';
    throw new DomainError('not-supported', message);
  }
  return () => resume(reference);
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
