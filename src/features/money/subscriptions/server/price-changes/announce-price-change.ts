import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { callOffUntil, priceChangeDays } from '#src/features/money/plans/price-changes.rules.ts';
import type { newPriceChangeSchema } from '#src/features/money/plans/price-changes.schema.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { lockPlan } from '#src/features/money/plans/server/plans.ts';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { priceNotices } from '../price-notices.table.ts';

export type AnnounceDependencies = { db: Db; config: Pick<Config, 'priceChangesNeedConsent'> };

/**
 * Announces that existing fans of a plan move to its price. A job notifies them, and sets it later.
 * @throws DomainError 'not-found', 'invalid-input' for a day that is too near or too far ahead,
 * 'conflict' if the plan's price or another change came in between
 */
export function announcePriceChange(
  { db, config }: AnnounceDependencies,
  actor: Actor,
  planId: string,
  { startsOn, priceCents }: z.output<typeof newPriceChangeSchema>,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const plan = await lockPlan(tx, actor, planId);
    if (plan.priceMonthlyCents !== priceCents) {
      throw new DomainError('conflict', 'The price of the plan has changed since you opened it');
    }
    const now = await readDatabaseTime(tx);
    const { first, last } = priceChangeDays(now);
    if (startsOn < first || startsOn > last) {
      const message = `Choose a day from ${formatUtcDate(first)} to ${formatUtcDate(last)}`;
      throw new DomainError('invalid-input', message, [{ path: 'startsOn', message }]);
    }
    const [announced] = await tx
      .insert(priceChanges)
      .values({
        planId,
        priceCents,
        effectiveFrom: new Date(`${startsOn}T00:00:00Z`),
        needsConsent: config.priceChangesNeedConsent,
        createdBy: actor.userId,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: priceChanges.id });
    if (announced) return announced;
    throw new DomainError('conflict', 'Another price change of this plan isn’t over yet');
  });
}

/**
 * Calls off a price change, until the first prices are set. A job notifies the fans who know about it.
 * Repeating it is harmless. @throws DomainError 'not-found', 'not-allowed-in-state'
 */
export function callOffPriceChange({ db }: { db: Db }, actor: Actor, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ effectiveFrom: priceChanges.effectiveFrom, calledOffAt: priceChanges.calledOffAt })
      .from(priceChanges)
      .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, priceChanges.planId))
      .where(and(eq(priceChanges.id, id), inScope(actor, subscriptionPlans.influencerId)))
      // A job that sends notices or sets prices finishes first.
      .for('update', { of: priceChanges });
    if (!found) throw new DomainError('not-found', 'Price change not found');
    if (found.calledOffAt) return;
    const now = await readDatabaseTime(tx);
    const applied = await tx
      .select({ one: sql`1` })
      .from(priceNotices)
      .where(and(eq(priceNotices.priceChangeId, id), isNotNull(priceNotices.appliedAt)))
      .limit(1);
    if (applied.length > 0 || now >= callOffUntil(found.effectiveFrom)) {
      throw new DomainError('not-allowed-in-state', 'It’s too late to call this change off');
    }
    await tx
      .update(priceChanges)
      .set({ calledOffAt: now, calledOffBy: actor.userId })
      .where(eq(priceChanges.id, id));
  });
}
