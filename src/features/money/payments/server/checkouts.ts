import { and, desc, eq, gt, inArray, lte, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { checkouts } from './billing.table.ts';

const CHECKOUT_MINUTES = 60;
/** After a declined card the same or another card can be tried. */
const PAYABLE = ['open', 'declined'] as const;

type Order = Pick<
  typeof checkouts.$inferInsert,
  'provider' | 'subscriberId' | 'influencerId' | 'subscriptionPlanId' | 'priceCents'
>;

const opened = { id: checkouts.id, expiresAt: checkouts.expiresAt };
type Opened = Pick<typeof checkouts.$inferSelect, keyof typeof opened>;

/** Whether a checkout can still be paid. */
export function isPayable(
  { status, expiresAt }: Pick<typeof checkouts.$inferSelect, 'status' | 'expiresAt'>,
  now: Date,
): boolean {
  return (status === 'open' || status === 'declined') && expiresAt > now;
}

/**
 * Finds the fan's open checkout at this price, or opens one. Closes others for the same influencer,
 * so that nobody pays twice.
 */
export function openCheckout(db: Db, order: Order): Promise<Opened> {
  return db.transaction(async (tx) => {
    // Two clicks at once: the second waits here and finds the checkout of the first.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`checkout ${order.subscriberId}`}, 0))`,
    );
    const own = and(
      eq(checkouts.subscriberId, order.subscriberId),
      eq(checkouts.influencerId, order.influencerId),
      inArray(checkouts.status, PAYABLE),
    );
    const [open] = await tx
      .select(opened)
      .from(checkouts)
      .where(
        and(
          own,
          eq(checkouts.provider, order.provider),
          eq(checkouts.subscriptionPlanId, order.subscriptionPlanId),
          eq(checkouts.priceCents, order.priceCents),
          gt(checkouts.expiresAt, sql`now()`),
        ),
      )
      .orderBy(desc(checkouts.createdAt))
      .limit(1);
    const checkout = open ?? (await insertCheckout(tx, order));
    await tx
      .update(checkouts)
      .set({ status: 'expired' })
      .where(and(own, ne(checkouts.id, checkout.id)));
    return checkout;
  });
}

async function insertCheckout(tx: Db, order: Order): Promise<Opened> {
  const [made] = await tx
    .insert(checkouts)
    .values({ ...order, expiresAt: sql`now() + make_interval(mins => ${CHECKOUT_MINUTES})` })
    .returning(opened);
  return made!;
}

/** The provider of the fan's newest open checkout for this order, or null. */
export async function findOpenProvider(
  db: Db,
  order: Omit<Order, 'provider'>,
): Promise<string | null> {
  const [open] = await db
    .select({ provider: checkouts.provider })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.subscriberId, order.subscriberId),
        eq(checkouts.subscriptionPlanId, order.subscriptionPlanId),
        eq(checkouts.priceCents, order.priceCents),
        inArray(checkouts.status, PAYABLE),
        gt(checkouts.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(1);
  return open?.provider ?? null;
}

/** Stores the provider's id of a hosted checkout, with which it can be closed. */
export async function saveProviderCheckout(
  db: Db,
  id: string,
  providerCheckoutId: string,
): Promise<void> {
  await db.update(checkouts).set({ providerCheckoutId }).where(eq(checkouts.id, id));
}

/** A fan's own checkout with its influencer, or null. */
export async function findOwnCheckout(db: Db, actor: Actor, id: string) {
  const [found] = await db
    .select({
      id: checkouts.id,
      subscriberId: checkouts.subscriberId,
      influencerId: checkouts.influencerId,
      status: checkouts.status,
      priceCents: checkouts.priceCents,
      expiresAt: checkouts.expiresAt,
      influencerName: profiles.fullName,
      publicUrl: profiles.publicUrl,
    })
    .from(checkouts)
    .innerJoin(profiles, eq(profiles.id, checkouts.influencerId))
    .where(and(eq(checkouts.id, id), eq(checkouts.subscriberId, actor.userId)));
  return found ?? null;
}

export async function getOwnCheckout(db: Db, actor: Actor, id: string) {
  const checkout = await findOwnCheckout(db, actor, id);
  if (!checkout) throw new DomainError('not-found', 'Checkout not found');
  return checkout;
}

export async function markCheckoutDeclined(db: Db, id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ status: 'declined', declinedAt: sql`now()` })
    .where(and(eq(checkouts.id, id), inArray(checkouts.status, PAYABLE)));
}

const selectCheckout = (tx: Db, provider: string, id: string) =>
  tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, id), eq(checkouts.provider, provider)));

export async function findCheckout(tx: Db, provider: string, id: string) {
  const [checkout] = await selectCheckout(tx, provider, id);
  return checkout ?? null;
}

/** Locks a checkout for the rest of the transaction; it may be completed already. */
export async function lockCheckout(tx: Db, provider: string, id: string) {
  const [checkout] = await selectCheckout(tx, provider, id).for('update');
  return checkout ?? null;
}

export async function markCheckoutCompleted(tx: Db, id: string): Promise<void> {
  await tx.update(checkouts).set({ status: 'completed' }).where(eq(checkouts.id, id));
}

const expire = (db: Db, which: SQL | undefined) =>
  db
    .update(checkouts)
    .set({ status: 'expired' })
    .where(and(inArray(checkouts.status, PAYABLE), which));

/** Closes the checkouts that were not paid in time, and those whose plan has ended or another price. */
export async function expireCheckouts(db: Db, now: Date): Promise<void> {
  const onSale = db
    .select({ one: sql`1` })
    .from(subscriptionPlans)
    .where(
      and(
        eq(subscriptionPlans.id, checkouts.subscriptionPlanId),
        eq(subscriptionPlans.isActive, true),
        eq(subscriptionPlans.priceMonthlyCents, checkouts.priceCents),
      ),
    );
  await expire(db, or(lte(checkouts.expiresAt, now), notExists(onSale)));
}

/** Closes the checkouts by a fan or for an influencer. */
export async function expireCheckoutsOf(tx: Db, userId: string): Promise<void> {
  await expire(tx, or(eq(checkouts.subscriberId, userId), eq(checkouts.influencerId, userId)));
}
