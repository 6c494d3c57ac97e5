import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  isTooFarAhead,
  type commissionHistorySchema,
  type NewCommissionRate,
} from '../commission.schema.ts';
import { commissionAt } from './commission-at.ts';
import { commissionRates } from './commission-rates.table.ts';
import { subscriptionPlans } from './plans.table.ts';
import { lockPlan } from './plans.ts';

/** The instant of the latest recorded payment for an influencer; null if there is none. */
export type LatestPaymentAt = (influencerId: string) => SQL<Date | null>;
export type CommissionDependencies = { db: Db; latestPaymentAt: LatestPaymentAt };

type History = z.input<typeof commissionHistorySchema>;

/** The planned, active and ended commissions of a plan. @throws DomainError 'not-found' */
export async function listCommissionRates(db: Db, actor: Actor, planId: string): Promise<History> {
  const [plan] = await db
    .select({
      percent: subscriptionPlans.platformCommissionPercent,
      effectiveFrom: subscriptionPlans.createdAt,
      now: sql`now()`.mapWith(subscriptionPlans.createdAt) as SQL<Date>,
    })
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.id, planId), inScope(actor, subscriptionPlans.influencerId)));
  if (!plan) throw new DomainError('not-found', 'Plan not found');
  const rates = await db
    .select({
      id: commissionRates.id,
      percent: commissionRates.percent,
      effectiveFrom: commissionRates.effectiveFrom,
      reason: commissionRates.reason,
      createdBy: colleagueOf(sql`${commissionRates}.created_by`),
    })
    .from(commissionRates)
    .where(eq(commissionRates.planId, planId))
    .orderBy(desc(commissionRates.effectiveFrom));
  const { now, ...first } = plan;
  const all = [...rates, { ...first, id: null, reason: null, createdBy: null }];
  const active = all.findIndex(({ id, effectiveFrom }) => id === null || effectiveFrom <= now);
  return {
    rates: all.map((rate, at) => ({
      ...rate,
      state: at < active ? 'planned' : at === active ? 'active' : 'ended',
    })),
  };
}

/**
 * Adds a commission that applies to every payment of the plan from its start on.
 * @throws DomainError 'not-found', 'invalid-input' for a start that would change recorded payments,
 * or 'conflict' if another one starts at the same time
 */
export function addCommissionRate(
  { db, latestPaymentAt }: CommissionDependencies,
  actor: Actor,
  { planId, percent, startsOn, reason }: NewCommissionRate & { planId: string },
): Promise<{ id: string; effectiveFrom: Date }> {
  return db.transaction(async (tx) => {
    const { influencerId } = await lockPlan(tx, actor, planId);
    const { now, paidAt } = await readClock(tx, latestPaymentAt(influencerId));
    // A payment may be dated ahead: some providers report days, which count as noon.
    const earliest = new Date(Math.max(now.getTime(), paidAt === null ? 0 : paidAt.getTime() + 1));
    const effectiveFrom = startsOn === null ? earliest : new Date(`${startsOn}T00:00:00Z`);
    if (effectiveFrom < earliest) {
      refuseStart(
        effectiveFrom < now
          ? 'Choose a day after today: the commission of recorded payments doesn’t change'
          : `There is a payment of ${formatUtcDate(paidAt!)} already. Choose a later day`,
      );
    }
    if (startsOn && isTooFarAhead(startsOn, formatUtcDay(now))) {
      refuseStart('Choose a day in the next five years');
    }
    const [present] = await tx
      .select({ percent: commissionAt(sql`${effectiveFrom}::timestamptz`) })
      .from(subscriptionPlans)
      .where(eq(subscriptionPlans.id, planId));
    if (present!.percent === percent) {
      const message = `The commission is ${percent}% at that time already`;
      throw new DomainError('invalid-input', message, [{ path: 'percent', message }]);
    }
    const [added] = await tx
      .insert(commissionRates)
      .values({ planId, percent, effectiveFrom, reason, createdBy: actor.userId })
      .onConflictDoNothing()
      .returning({ id: commissionRates.id });
    if (!added) {
      throw new DomainError('conflict', 'Another commission starts on that day. Remove it first.');
    }
    return { id: added.id, effectiveFrom };
  });
}

/**
 * Removes a planned commission that no recorded payment has.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' after its start
 */
export function removeCommissionRate(
  { db, latestPaymentAt }: CommissionDependencies,
  actor: Actor,
  { planId, rateId }: { planId: string; rateId: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const { influencerId } = await lockPlan(tx, actor, planId);
    const isTheirs = and(eq(commissionRates.id, rateId), eq(commissionRates.planId, planId));
    const [rate] = await tx
      .select({ effectiveFrom: commissionRates.effectiveFrom })
      .from(commissionRates)
      .where(isTheirs);
    if (!rate) throw new DomainError('not-found', 'Commission not found');
    const { now, paidAt } = await readClock(tx, latestPaymentAt(influencerId));
    if (rate.effectiveFrom <= now || (paidAt && rate.effectiveFrom <= paidAt)) {
      throw new DomainError('not-allowed-in-state', 'This commission has started already');
    }
    await tx.delete(commissionRates).where(isTheirs);
  });
}

/** The time of the database, after the plan was locked, and of the latest payment. */
async function readClock(tx: Db, latestPayment: SQL<Date | null>) {
  const now = sql`date_trunc('milliseconds', clock_timestamp())`;
  const { rows } = await tx.execute<{ now: string; paidAt: string | null }>(
    sql`select ${now} as now, ${latestPayment} as "paidAt"`,
  );
  const { now: time, paidAt } = rows[0]!;
  return { now: new Date(time), paidAt: paidAt === null ? null : new Date(paidAt) };
}

function refuseStart(message: string): never {
  throw new DomainError('invalid-input', message, [{ path: 'startsOn', message }]);
}
