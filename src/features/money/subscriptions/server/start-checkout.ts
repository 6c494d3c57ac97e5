import { and, eq, ne } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isPublicInfluencer } from '#src/features/identity/accounts/server/public-influencer.ts';
import {
  checkoutSuccessPath,
  subscribePath,
} from '#src/features/money/payments/server/checkout-paths.ts';
import { openCheckout } from '#src/features/money/payments/server/checkouts.ts';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { endLapsedSubscriptions } from './end-subscriptions.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type OfferQuery = { influencerId?: string | undefined; publicUrl?: string | undefined };

/**
 * Opens the provider's checkout for a fan. Only the provider's webhook activates a subscription.
 */
export async function startCheckout(
  db: Db,
  actor: Actor,
  { sales }: Payments,
  query: OfferQuery,
): Promise<{ url: string }> {
  const offer = await getOffer(db, query);
  await endLapsedSubscriptions(db, await readDatabaseTime(db), actor.userId);
  await refuseSecondSubscription(db, actor, offer.influencerId);
  const [provider] = sales;
  if (!provider) {
    throw new DomainError('checkout-disabled', 'Stripe integration is temporarily disabled...');
  }
  const { id: checkoutId, expiresAt } = await openCheckout(db, {
    provider: provider.name,
    subscriberId: actor.userId,
    influencerId: offer.influencerId,
    subscriptionPlanId: offer.planId,
    priceCents: offer.priceCents,
  });
  return provider.createCheckout({
    checkoutId,
    priceCents: offer.priceCents,
    influencerName: offer.fullName,
    email: actor.email,
    expiresAt,
    successPath: checkoutSuccessPath({ id: checkoutId, influencerId: offer.influencerId }),
    cancelPath: subscribePath(offer.publicUrl),
  });
}

async function getOffer(db: Db, { influencerId, publicUrl }: OfferQuery) {
  const [found] = await db
    .select({
      influencerId: profiles.id,
      fullName: profiles.fullName,
      publicUrl: profiles.publicUrl,
      planId: subscriptionPlans.id,
      priceCents: subscriptionPlans.priceMonthlyCents,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .leftJoin(
      subscriptionPlans,
      and(eq(subscriptionPlans.influencerId, profiles.id), eq(subscriptionPlans.isActive, true)),
    )
    .where(
      and(
        influencerId ? eq(profiles.id, influencerId) : eq(profiles.publicUrl, publicUrl ?? ''),
        isPublicInfluencer,
      ),
    );
  if (!found) throw new DomainError('not-found', 'Influencer not found');
  const { planId, priceCents, ...influencer } = found;
  if (planId === null || priceCents === null) {
    throw new DomainError('not-found', 'Subscription plan not found');
  }
  return { ...influencer, planId, priceCents };
}

async function refuseSecondSubscription(db: Db, actor: Actor, influencerId: string) {
  const [live] = await db
    .select({ cancelAt: userSubscriptions.cancelAt })
    .from(userSubscriptions)
    .where(
      and(
        eq(userSubscriptions.subscriberId, actor.userId),
        eq(userSubscriptions.influencerId, influencerId),
        ne(userSubscriptions.status, 'cancelled'),
      ),
    );
  if (!live) return;
  throw new DomainError(
    'already-subscribed',
    live.cancelAt
      ? `Your cancelled subscription still runs until ${formatUtcDate(live.cancelAt)}. You can subscribe again after that.`
      : 'You already have a subscription to this influencer.',
  );
}
