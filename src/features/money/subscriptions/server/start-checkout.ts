import { and, eq, ne } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isPublicInfluencer } from '#src/features/identity/accounts/server/public-influencer.ts';
import { refuseBlockedFan } from '#src/features/money/disputes/server/purchase-blocks.ts';
import {
  checkoutSuccessPath,
  subscribePath,
} from '#src/features/money/payments/server/checkout-paths.ts';
import {
  findOpenProvider,
  openCheckout,
  saveProviderCheckout,
} from '#src/features/money/payments/server/checkouts.ts';
import type {
  CheckoutOrder,
  PaymentProvider,
} from '#src/features/money/payments/server/payment-provider.ts';
import {
  isSkipped,
  listSalesProviders,
  skipProvider,
  type Payments,
} from '#src/features/money/payments/server/payments.ts';
import { saveProviderCustomer } from '#src/features/money/payments/server/provider-customers.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Log } from '#src/platform/log/log.ts';
import { endLapsedSubscriptions } from './end-subscriptions.ts';
import { userSubscriptions } from './subscriptions.table.ts';

export type OfferQuery = { influencerId?: string | undefined; publicUrl?: string | undefined };

export type CheckoutDependencies = { db: Db; payments: Payments; log: Log };

/** How long a fan waits for a provider while another one could sell. */
const LONGEST_WAIT_MS = 8_000;

/**
 * Opens a provider's checkout for a fan: where the fan has an open one, otherwise at the first
 * provider that responds. Only the provider's webhook activates a subscription.
 */
export async function startCheckout(
  { db, payments, log }: CheckoutDependencies,
  actor: Actor,
  query: OfferQuery,
  longestWaitMs = LONGEST_WAIT_MS,
): Promise<{ url: string }> {
  const { offer, sale } = await prepareSale(db, actor, query);
  const providers = await listProviders({ db, payments }, sale);
  for (const [index, provider] of providers.entries()) {
    const isLast = index === providers.length - 1;
    try {
      const url = await openAt(db, provider, {
        order: { ...sale, ...offer, email: actor.email },
        ...(!isLast && { longestWaitMs }),
      });
      payments.skippedUntil.delete(provider.name);
      return { url };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'provider-unavailable') throw error;
      skipProvider(payments, provider.name);
      if (isLast) throw error;
      log.warn({ err: error, provider: provider.name }, 'a checkout goes to the next provider');
    }
  }
  throw checkoutDisabled();
}

const checkoutDisabled = () =>
  new DomainError('checkout-disabled', 'Stripe integration is temporarily disabled...');

/** Comes before everything else that a purchase asks for. @throws DomainError 'checkout-disabled' */
export function requireOpenCheckout({ sales }: Pick<Payments, 'sales'>): void {
  if (sales.length === 0) throw checkoutDisabled();
}

/** What a fan can buy now. @throws DomainError 'not-found', 'already-subscribed' */
export async function prepareSale(db: Db, actor: Actor, query: OfferQuery) {
  const offer = await getOffer(db, query);
  await refuseBlockedFan(db, actor.userId);
  await endLapsedSubscriptions(db, await readDatabaseTime(db), actor.userId);
  await refuseSecondSubscription(db, actor, offer.influencerId);
  const sale = {
    subscriberId: actor.userId,
    influencerId: offer.influencerId,
    subscriptionPlanId: offer.planId,
    priceCents: offer.priceCents,
  };
  return { offer, sale };
}

type Sale = Parameters<typeof findOpenProvider>[1];
type Offer = Awaited<ReturnType<typeof getOffer>>;

/** The providers to try: that of an open checkout first, which is not abandoned without need. */
async function listProviders(
  { db, payments }: Pick<CheckoutDependencies, 'db' | 'payments'>,
  sale: Sale,
): Promise<PaymentProvider[]> {
  const providers = listSalesProviders(payments);
  if (providers.length < 2) return providers;
  const open = await findOpenProvider(db, sale);
  const isOpenAt = (provider: PaymentProvider) =>
    provider.name === open && !isSkipped(payments, provider);
  return providers.toSorted((one, other) => Number(isOpenAt(other)) - Number(isOpenAt(one)));
}

type FansOrder = Sale & Offer & { email: string };

async function openAt(
  db: Db,
  provider: PaymentProvider,
  { order, longestWaitMs }: { order: FansOrder; longestWaitMs?: number },
): Promise<string> {
  const opened = openOrder(db, provider, order).then((checkout) =>
    openHostedCheckout(db, provider, checkout),
  );
  return longestWaitMs === undefined ? opened : withinTime(opened, longestWaitMs);
}

/** The fan's open checkout at a provider, and its order with the fan's customer there. */
export async function openOrder(
  db: Db,
  provider: PaymentProvider,
  { email, fullName: influencerName, publicUrl, ...sale }: FansOrder,
): Promise<CheckoutOrder> {
  const { subscriberId, influencerId, subscriptionPlanId, priceCents } = sale;
  const { id: checkoutId, expiresAt } = await openCheckout(db, {
    provider: provider.name,
    subscriberId,
    influencerId,
    subscriptionPlanId,
    priceCents,
  });
  return {
    checkoutId,
    priceCents,
    influencerId,
    influencerName,
    customerId: await saveProviderCustomer(db, provider, { fanId: subscriberId, email }),
    email,
    expiresAt,
    successPath: checkoutSuccessPath({ id: checkoutId, influencerId }),
    cancelPath: subscribePath(publicUrl),
  };
}

/** Opens the provider's page for an order; its id is saved also when it comes too late. */
export async function openHostedCheckout(
  db: Db,
  provider: PaymentProvider,
  order: CheckoutOrder,
): Promise<string> {
  const { url, providerCheckoutId: id } = await provider.createCheckout(order);
  if (id) await saveProviderCheckout(db, order.checkoutId, id);
  return url;
}

/** @throws DomainError 'provider-unavailable' after this time; a late result is ignored */
export async function withinTime<T>(result: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DomainError('provider-unavailable')), milliseconds);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
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
