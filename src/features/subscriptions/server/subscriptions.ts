import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import { imageColumns, influencerImage } from '#src/features/accounts/server/public-influencer.ts';
import type { PaymentProvider } from '#src/features/billing/server/payment-provider.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';
import { canCancel } from '../subscriptions.rules.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';
import { grantsViewingNow } from './grants-viewing.ts';
import { userSubscriptions } from './subscriptions.table.ts';

/** A fan's own subscriptions, newest first. */
export function createOwnSubscriptionsList(db: Db) {
  const statement = db
    .select({
      id: userSubscriptions.id,
      status: userSubscriptions.status,
      grantsViewing: grantsViewingNow,
      priceCents: userSubscriptions.priceCents,
      currentPeriodStart: userSubscriptions.currentPeriodStart,
      currentPeriodEnd: userSubscriptions.currentPeriodEnd,
      cancelAt: userSubscriptions.cancelAt,
      createdAt: userSubscriptions.createdAt,
      influencer: {
        id: profiles.id,
        fullName: profiles.fullName,
        publicUrl: profiles.publicUrl,
        contentCategory: profiles.contentCategory,
        ...imageColumns,
      },
    })
    .from(userSubscriptions)
    .innerJoin(profiles, eq(profiles.id, userSubscriptions.influencerId))
    .where(eq(userSubscriptions.subscriberId, sql.placeholder('subscriberId')))
    .orderBy(desc(userSubscriptions.createdAt), desc(userSubscriptions.id))
    .prepare('own_subscriptions');
  return async (actor: Actor): Promise<OwnSubscription[]> => {
    const rows = await statement.execute({ subscriberId: actor.userId });
    return rows.map(({ influencer, ...row }) => {
      const { aboutImages, photoKey, photoUrl, avatarUrl, ...person } = influencer;
      const image = influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl });
      return {
        ...row,
        currentPeriodStart: row.currentPeriodStart.toISOString(),
        currentPeriodEnd: row.currentPeriodEnd.toISOString(),
        cancelAt: row.cancelAt?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
        influencer: { ...person, image },
      };
    });
  };
}

/**
 * A fan's own cancellation: no renewal, viewing until the paid period ends. Repeating it is
 * harmless. Where nothing is paid any more (a payment issue), it ends at once.
 */
export async function cancelOwnSubscription(
  db: Db,
  actor: Actor,
  payments: PaymentProvider,
  id: string,
): Promise<void> {
  const own = and(eq(userSubscriptions.id, id), eq(userSubscriptions.subscriberId, actor.userId));
  const [subscription] = await db.select().from(userSubscriptions).where(own);
  if (!subscription) throw new DomainError('not-found', 'Subscription not found');
  if (subscription.cancelAt) return;
  if (!canCancel(subscription)) {
    throw new DomainError('not-allowed-in-state', 'This subscription has ended already.');
  }
  if (subscription.providerSubscriptionId) {
    // Never say "cancelled" while another provider would go on charging.
    if (subscription.provider !== payments.name) throw new DomainError('provider-unavailable');
    await payments.cancelAtPeriodEnd(subscription.providerSubscriptionId);
  }
  await db
    .update(userSubscriptions)
    .set({
      cancelAt: sql`${userSubscriptions.currentPeriodEnd}`,
      status: sql`case when ${userSubscriptions.currentPeriodEnd} <= now() then 'cancelled' else ${userSubscriptions.status} end`,
      updatedAt: sql`now()`,
    })
    .where(and(own, isNull(userSubscriptions.cancelAt), ne(userSubscriptions.status, 'cancelled')));
}
