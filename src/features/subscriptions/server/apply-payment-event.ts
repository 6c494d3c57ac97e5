import { and, eq, lt, lte, ne, sql } from 'drizzle-orm';
import { lockCheckout, markCheckoutCompleted } from '#src/features/billing/server/checkouts.ts';
import type {
  PaymentEvent,
  PaymentProvider,
} from '#src/features/billing/server/payment-provider.ts';
import type { Db } from '#src/platform/db.ts';
import type { Log } from '#src/platform/log.ts';
import { endLapsedSubscriptions } from './end-lapsed.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type Dependencies = { payments: PaymentProvider; log: Log };
type EventOf<T extends PaymentEvent['type']> = Extract<PaymentEvent, { type: T }>;

const byProvider = (provider: string, { providerSubscriptionId }: PaymentEvent) =>
  and(
    eq(userSubscriptions.provider, provider),
    eq(userSubscriptions.providerSubscriptionId, providerSubscriptionId),
  );

/**
 * What a payment event does to subscriptions; nothing else makes one active.
 * @returns false when the event is about a checkout or a subscription that is not known (yet).
 */
export async function applyPaymentEvent(
  dependencies: Dependencies,
  tx: Db,
  provider: string,
  event: PaymentEvent,
): Promise<boolean> {
  if (event.type === 'checkout.completed') return activate(dependencies, tx, provider, event);
  const [known] = await tx
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(byProvider(provider, event))
    .for('update');
  if (!known) return false;
  if (event.type === 'renewal.paid') await renew(tx, provider, event);
  if (event.type === 'renewal.failed') await markPastDue(tx, provider, event);
  if (event.type === 'subscription.cancelled') await end(tx, provider, event);
  return true;
}

async function activate(
  { payments, log }: Dependencies,
  tx: Db,
  provider: string,
  event: EventOf<'checkout.completed'>,
): Promise<boolean> {
  const checkout = await lockCheckout(tx, provider, event.checkoutId);
  if (!checkout) return false;
  // A cancelled subscription whose time is over must not stand in the way of a new one.
  await endLapsedSubscriptions(tx, event.periodStart, checkout.subscriberId);
  const [activated] = await tx
    .insert(userSubscriptions)
    .values({
      subscriberId: checkout.subscriberId,
      influencerId: checkout.influencerId,
      subscriptionPlanId: checkout.subscriptionPlanId,
      priceCents: checkout.priceCents,
      currentPeriodStart: event.periodStart,
      currentPeriodEnd: event.periodEnd,
      provider,
      providerSubscriptionId: event.providerSubscriptionId,
    })
    .onConflictDoNothing()
    .returning({ id: userSubscriptions.id });
  await markCheckoutCompleted(tx, checkout.id);
  if (activated) return true;
  const [same] = await tx
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(byProvider(provider, event));
  if (same) return true;
  // Paid twice for the same influencer: the second one must at least never renew.
  await payments.cancelAtPeriodEnd(event.providerSubscriptionId);
  log.error({ checkoutId: checkout.id }, 'a fan paid for a second live subscription: refund it');
  return true;
}

async function renew(tx: Db, provider: string, event: EventOf<'renewal.paid'>): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({
      currentPeriodStart: event.periodStart,
      currentPeriodEnd: event.periodEnd,
      // A payment ends a payment issue, but not the pause that staff set.
      status: sql`case ${userSubscriptions.status} when 'past_due' then 'active' else ${userSubscriptions.status} end`,
      // Cancelled while the renewal was under way: what was paid for may be watched.
      cancelAt: sql`case when ${userSubscriptions.cancelAt} is null then null else ${event.periodEnd.toISOString()}::timestamptz end`,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        byProvider(provider, event),
        ne(userSubscriptions.status, 'cancelled'),
        // Events may come in any order: an older period never overwrites a newer one.
        lt(userSubscriptions.currentPeriodEnd, event.periodEnd),
      ),
    );
}

async function markPastDue(
  tx: Db,
  provider: string,
  event: EventOf<'renewal.failed'>,
): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({ status: 'past_due', updatedAt: sql`now()` })
    .where(
      and(
        byProvider(provider, event),
        eq(userSubscriptions.status, 'active'),
        // Of a period that was paid for meanwhile it says nothing.
        lte(userSubscriptions.currentPeriodEnd, event.periodStart),
      ),
    );
}

async function end(tx: Db, provider: string, event: PaymentEvent): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({ status: 'cancelled', updatedAt: sql`now()` })
    .where(and(byProvider(provider, event), ne(userSubscriptions.status, 'cancelled')));
}
