import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { requireChosenInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { priceSchema, type newPlanSchema, type planChangeSchema } from '../plans.schema.ts';
import { subscriptionPlans } from './plans.table.ts';

type Stored = typeof subscriptionPlans.$inferSelect;
type Values = Partial<Pick<Stored, 'priceMonthlyCents' | 'isActive'>>;
export type PlanVersion = { id: string; version: number };

/**
 * @throws DomainError 'conflict' if it is active and the influencer has an active plan,
 * 'invalid-input' unless the user is an influencer within the actor's limit
 */
export function createPlan(db: Db, actor: Actor, plan: z.output<typeof newPlanSchema>) {
  return db.transaction(async (tx): Promise<PlanVersion> => {
    await requireChosenInfluencer(tx, actor, 'influencerId', plan.influencerId);
    if (plan.isActive) await refuseSecondActive(tx, plan);
    const [created] = await tx
      .insert(subscriptionPlans)
      .values(plan)
      .returning({ id: subscriptionPlans.id, version: subscriptionPlans.version });
    return created!;
  });
}

/**
 * Changes the price for new subscribers, and whether fans can subscribe.
 * @throws DomainError 'conflict' if it was changed in the meantime, or would be a second active
 * plan
 */
export function updatePlan(
  db: Db,
  actor: Actor,
  { id, version, ...values }: z.output<typeof planChangeSchema> & { id: string },
) {
  return change(db, actor, { id, version }, () => values);
}

/** Activates a plan. @throws DomainError 'conflict' as above, 'not-allowed-in-state' */
export function activatePlan(db: Db, actor: Actor, plan: PlanVersion) {
  return change(db, actor, plan, ({ isActive, priceMonthlyCents }) => {
    if (isActive) throw new DomainError('not-allowed-in-state', 'The plan is already active');
    // Older rows may have a price that no card can be charged.
    const issue = priceSchema.safeParse(priceMonthlyCents).error?.issues[0];
    if (issue) throw new DomainError('not-allowed-in-state', `${issue.message}. Edit it first.`);
    return { isActive: true };
  });
}

/** Deactivates a plan; its subscribers keep their subscriptions. */
export function deactivatePlan(db: Db, actor: Actor, plan: PlanVersion) {
  return change(db, actor, plan, ({ isActive }) => {
    if (!isActive) throw new DomainError('not-allowed-in-state', 'The plan isn’t active');
    return { isActive: false };
  });
}

const change = (
  db: Db,
  actor: Actor,
  { id, version }: PlanVersion,
  valuesOf: (plan: Stored) => Values,
) =>
  db.transaction(async (tx): Promise<PlanVersion> => {
    const plan = await lockPlan(tx, actor, id);
    if (plan.version !== version) {
      throw new DomainError('conflict', 'The plan has changed since you opened it');
    }
    const values = valuesOf(plan);
    if (values.isActive) await refuseSecondActive(tx, plan);
    const changed = { id, version: version + 1 };
    await tx
      .update(subscriptionPlans)
      .set({ ...values, version: changed.version })
      .where(eq(subscriptionPlans.id, id));
    return changed;
  });

/** Locks a plan of an influencer in the actor's scope. @throws DomainError 'not-found' */
export async function lockPlan(tx: Db, actor: Actor, id: string): Promise<Stored> {
  const [plan] = await tx
    .select()
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.id, id), inScope(actor, subscriptionPlans.influencerId)))
    .for('update');
  if (!plan) throw new DomainError('not-found', 'Plan not found');
  return plan;
}

/** An influencer has at most one active plan. */
async function refuseSecondActive(
  tx: Db,
  { id, influencerId }: { id?: string; influencerId: string },
): Promise<void> {
  // Two at once: the second waits here and finds the plan of the first.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`active plan ${influencerId}`}, 0))`,
  );
  const [active] = await tx
    .select({ priceCents: subscriptionPlans.priceMonthlyCents })
    .from(subscriptionPlans)
    .where(
      and(
        eq(subscriptionPlans.influencerId, influencerId),
        eq(subscriptionPlans.isActive, true),
        id ? ne(subscriptionPlans.id, id) : undefined,
      ),
    );
  if (!active) return;
  throw new DomainError(
    'conflict',
    `This influencer already has an active plan at ${formatCents(active.priceCents)} a month. Deactivate it first, or leave this one inactive.`,
  );
}
