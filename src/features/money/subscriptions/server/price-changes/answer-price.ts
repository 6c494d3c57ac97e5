import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { PriceAnswer, priceLinkSchema } from '../../price-notice.schema.ts';
import { canCancel } from '../../subscriptions.rules.ts';
import { priceNotices } from '../price-notices.table.ts';
import { userSubscriptions } from '../subscriptions.table.ts';
import { cancelSubscription, type CancelDependencies } from '../subscriptions.ts';
import { startsAt } from './notice-terms.ts';
import { readPriceToken, type NoticeId } from './price-links.ts';

export type PriceLinkDependencies = CancelDependencies & {
  config: CancelDependencies['config'] & { secrets: Secrets };
};
type Link = z.input<typeof priceLinkSchema>;
type Found = {
  notice: typeof priceNotices.$inferSelect;
  change: typeof priceChanges.$inferSelect;
} & Parameters<typeof canCancel>[0];

const notOurs = () =>
  new DomainError('not-found', 'This link is incomplete, or its subscription no longer exists.');

function requireNotice(secrets: Secrets, token: string): NoticeId {
  const notice = readPriceToken(secrets, token);
  if (!notice) throw notOurs();
  return notice;
}

const isNotice = ({ priceChangeId, subscriptionId }: NoticeId) =>
  and(
    eq(priceNotices.priceChangeId, priceChangeId),
    eq(priceNotices.subscriptionId, subscriptionId),
  );

/** The new price of a mail's link. Read-only: mail scanners open links. @throws 'not-found' */
export async function getPriceLink(
  { db, config }: PriceLinkDependencies,
  token: string,
): Promise<Link> {
  const [found] = await db
    .select({
      notice: priceNotices,
      change: priceChanges,
      startsAt,
      status: userSubscriptions.status,
      cancelAt: userSubscriptions.cancelAt,
      paidUntil: userSubscriptions.currentPeriodEnd,
      influencerName: profiles.fullName,
    })
    .from(priceNotices)
    .innerJoin(priceChanges, eq(priceChanges.id, priceNotices.priceChangeId))
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, priceNotices.subscriptionId))
    .innerJoin(profiles, eq(profiles.id, userSubscriptions.influencerId))
    .where(isNotice(requireNotice(config.secrets, token)));
  if (!found) throw notOurs();
  const { notice, change, influencerName, paidUntil } = found;
  return {
    influencerName,
    oldPriceCents: notice.oldPriceCents,
    newPriceCents: change.priceCents,
    startsAt: found.startsAt,
    needsConsent: change.needsConsent,
    state: stateOf(found),
    paidUntil,
  };
}

function stateOf({ notice, change, ...subscription }: Found): Link['state'] {
  if (notice.appliedAt) return 'applied';
  if (change.calledOffAt) return 'called-off';
  if (subscription.status === 'cancelled' || change.finishedAt) return 'closed';
  if (!canCancel(subscription)) return 'stopped';
  return notice.answer === 'accepted' ? 'accepted' : 'waiting';
}

/**
 * Answers the new price of a mail's link, see {@link answerPrice}.
 * @throws DomainError 'not-found', 'not-allowed-in-state', 'provider-unavailable'
 */
export async function answerPriceByLink(
  dependencies: PriceLinkDependencies,
  token: string,
  answer: PriceAnswer,
): Promise<Link> {
  await answerPrice(dependencies, requireNotice(dependencies.config.secrets, token), answer);
  return getPriceLink(dependencies, token);
}

/** Answers the new price of an own subscription. @throws DomainError as {@link answerPrice} */
export function answerOwnPrice(
  dependencies: CancelDependencies,
  { userId }: Actor,
  notice: NoticeId,
  answer: PriceAnswer,
): Promise<void> {
  return answerPrice(dependencies, notice, answer, userId);
}

/**
 * Answers a new price. Whoever declines cancels: the subscription ends with the paid period. Repeating
 * it is harmless. @param fanId whose subscription it has to be
 * @throws DomainError 'not-found', 'not-allowed-in-state' if nothing can be answered any more
 */
function answerPrice(
  dependencies: CancelDependencies,
  notice: NoticeId,
  answer: PriceAnswer,
  fanId?: string,
): Promise<void> {
  return dependencies.db.transaction(async (tx) => {
    const found = await lockNotice(tx, notice, fanId);
    const state = stateOf(found);
    const hasEnded = state === 'stopped' || state === 'closed';
    if (found.notice.answer === answer && (hasEnded || state === 'accepted')) return;
    if (state !== 'waiting' && state !== 'accepted') {
      throw new DomainError('not-allowed-in-state', REFUSALS[state]);
    }
    await tx
      .update(priceNotices)
      .set({ answer, answeredAt: sql`now()` })
      .where(isNotice(notice));
    if (answer === 'accepted') return;
    const which = eq(userSubscriptions.id, notice.subscriptionId);
    await cancelSubscription({ ...dependencies, db: tx }, which);
  });
}

const REFUSALS = {
  applied: 'The new price applies already. You can cancel your subscription at any time.',
  'called-off': 'The price doesn’t change any more, so there’s nothing to answer.',
  closed: 'There’s nothing to answer any more.',
  stopped: 'Your subscription is cancelled already.',
};

/** Locks the subscription, like everything that changes its renewals, and then the notice. */
async function lockNotice(tx: Db, notice: NoticeId, fanId: string | undefined): Promise<Found> {
  const [subscription] = await tx
    .select({ status: userSubscriptions.status, cancelAt: userSubscriptions.cancelAt })
    .from(userSubscriptions)
    .where(
      and(
        eq(userSubscriptions.id, notice.subscriptionId),
        fanId ? eq(userSubscriptions.subscriberId, fanId) : undefined,
      ),
    )
    .for('update');
  if (!subscription) throw new DomainError('not-found', 'Subscription not found');
  const [found] = await tx
    .select({ notice: priceNotices, change: priceChanges })
    .from(priceNotices)
    .innerJoin(priceChanges, eq(priceChanges.id, priceNotices.priceChangeId))
    .where(isNotice(notice))
    .for('update', { of: priceNotices });
  // The same answer as above: an id of somebody else's change says nothing.
  if (!found) throw new DomainError('not-found', 'Subscription not found');
  return { ...found, ...subscription };
}
