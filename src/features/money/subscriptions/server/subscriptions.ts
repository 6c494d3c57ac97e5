import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { findProvider, type Payments } from '#src/features/money/payments/server/payments.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { canCancel, canUndoCancellation, leftUntil } from '../subscriptions.rules.ts';
import type { ownSubscriptionSchema } from '../subscriptions.schema.ts';
import { findBillingTimes } from './billing-time.ts';
import { endSubscription } from './end-subscriptions.ts';
import { grantsViewingNow } from './grants-viewing.ts';
import { upcomingPrice } from './price-changes/upcoming-price.ts';
import { findProviderChange, requestProviderChange } from './provider-changes.ts';
import { findProviderReference, getProviderReference } from './provider-reference.ts';
import { mailFan } from './subscription-mails.ts';
import { userSubscriptions } from './subscriptions.table.ts';

export type CancelDependencies = {
  db: Db;
  payments: Payments;
  jobs: Pick<Jobs, 'enqueue'>;
  mail: Mailer;
  config: Pick<Config, 'publicUrl'>;
};

const COLUMNS = {
  id: userSubscriptions.id,
  status: userSubscriptions.status,
  priceCents: userSubscriptions.priceCents,
  currentPeriodStart: userSubscriptions.currentPeriodStart,
  currentPeriodEnd: userSubscriptions.currentPeriodEnd,
  cancelAt: userSubscriptions.cancelAt,
  pastDueSince: userSubscriptions.pastDueSince,
  nextAttemptAt: userSubscriptions.nextAttemptAt,
  authenticationUrl: userSubscriptions.authenticationUrl,
  endedAt: userSubscriptions.endedAt,
  endReason: userSubscriptions.endReason,
  provider: userSubscriptions.provider,
  providerSubscriptionId: userSubscriptions.providerSubscriptionId,
  createdAt: userSubscriptions.createdAt,
  grantsViewing: grantsViewingNow,
  upcomingPrice,
  isOpen: sql<boolean>`not ${isSuspendedNow}`,
  hasPlan: sql<boolean>`exists (select from ${subscriptionPlans}
    where ${subscriptionPlans.influencerId} = ${profiles.id} and ${subscriptionPlans.isActive})`,
  influencer: {
    id: profiles.id,
    fullName: profiles.fullName,
    publicUrl: profiles.publicUrl,
    contentCategory: profiles.contentCategory,
    ...imageColumns,
  },
};

/** A fan's own subscriptions, newest first. */
export function createOwnSubscriptionsList(db: Db, payments: Payments) {
  const { subscriberId, createdAt, id } = userSubscriptions;
  const statement = db
    .select(COLUMNS)
    .from(userSubscriptions)
    .innerJoin(profiles, eq(profiles.id, userSubscriptions.influencerId))
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(subscriberId, sql.placeholder('subscriberId')))
    .orderBy(desc(createdAt), desc(id))
    .prepare('own_subscriptions');
  return async (actor: Actor): Promise<z.input<typeof ownSubscriptionSchema>[]> => {
    const rows = await statement.execute({ subscriberId: actor.userId });
    const now = new Date();
    const billingTimeOf = await findBillingTimes(db, payments, rows, now);
    return rows.map(({ influencer, isOpen, hasPlan, ...stored }) => {
      const { provider: name, providerSubscriptionId, ...row } = stored;
      const provider = providerSubscriptionId === null ? null : findProvider(payments, name);
      const until = canCancel(row) ? leftUntil(row, now, billingTimeOf(stored)) : null;
      const { aboutImages, photoKey, photoUrl, avatarUrl, ...person } = influencer;
      const image = influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl });
      return {
        ...row,
        // Only the fan pays.
        authenticationUrl: actor.viewedBy ? null : row.authenticationUrl,
        hasPaymentPage: provider !== null && canCancel(row),
        canResume:
          isOpen && provider?.resumeRenewals !== undefined && canUndoCancellation(row, now),
        isOffered: isOpen && hasPlan,
        leftUntil: until,
        influencer: { ...person, image },
      };
    });
  };
}

const ownOne = (actor: Actor, id: string) =>
  and(eq(userSubscriptions.id, id), eq(userSubscriptions.subscriberId, actor.userId))!;

/**
 * Cancels a fan's own subscription, see {@link cancelSubscription}.
 * @throws DomainError 'not-found', 'not-allowed-in-state', 'provider-unavailable'
 */
export function cancelOwnSubscription(
  dependencies: CancelDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  return cancelSubscription(dependencies, ownOne(actor, id));
}

/**
 * Cancels for the fan: no renewal, viewing until the end of the paid period; without one it ends at
 * once. A job notifies the provider. Repeating it is harmless.
 */
export function cancelSubscription(
  { db, payments, jobs, mail, config }: CancelDependencies,
  which: SQL,
): Promise<void> {
  return db.transaction(async (tx) => {
    // Locked: a concurrent payment waits, and then sees the cancellation.
    const [found] = await tx.select().from(userSubscriptions).where(which).for('update');
    if (!found) throw new DomainError('not-found', 'Subscription not found');
    if (found.cancelAt || found.endReason === 'fan') return decideAgain(tx, found.id);
    if (!canCancel(found)) {
      throw new DomainError('not-allowed-in-state', 'This subscription has already ended.');
    }
    const now = await readDatabaseTime(tx);
    const billingTimeOf = await findBillingTimes(tx, payments, [found], now);
    const endsAt = leftUntil(found, now, billingTimeOf(found));
    // Not without its provider, which would continue to charge.
    findProviderReference(payments, found);
    await requestProviderChange(tx, jobs, found.id);
    if (!endsAt) {
      await endSubscription(tx, found.id, now, 'fan');
      await mailFan({ tx, mail, config }, found.id, { kind: 'ended', reason: 'fan' });
      return;
    }
    await tx
      .update(userSubscriptions)
      .set({ cancelAt: endsAt })
      .where(eq(userSubscriptions.id, found.id));
    await mailFan({ tx, mail, config }, found.id, { kind: 'cancelled', endsAt });
  });
}

/** Makes a repeated cancellation newer than an undo of the first that is still in progress. */
async function decideAgain(tx: Db, id: string): Promise<void> {
  const change = await findProviderChange(tx, id);
  if (!change?.isCalling) return;
  await tx
    .update(userSubscriptions)
    .set({ updatedAt: sql`clock_timestamp()` })
    .where(eq(userSubscriptions.id, id));
}

/** The page where a fan changes the card of an own subscription that renews. */
export async function openPaymentMethod(
  db: Db,
  actor: Actor,
  payments: Payments,
  id: string,
): Promise<{ url: string }> {
  const [found] = await db.select().from(userSubscriptions).where(ownOne(actor, id));
  if (!found) throw new DomainError('not-found', 'Subscription not found');
  if (!canCancel(found)) {
    throw new DomainError('not-allowed-in-state', 'This subscription isn’t renewing.');
  }
  const { providerCustomerId } = found;
  const { provider, reference } = getProviderReference(payments, found);
  return provider.paymentMethodPage(
    { providerSubscriptionId: reference, providerCustomerId },
    '/my-subscriptions',
  );
}
