import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  TERM_NAMES,
  type defaultPayoutRulesSchema,
  type defaultPayoutRulesInputSchema,
  type payoutOverridesInputSchema,
  type payoutRulesSchema,
} from '../payout-rules.schema.ts';
import { payoutRules } from './payout-rules.table.ts';

const defaults = alias(payoutRules, 'default_rules');
const own = alias(payoutRules, 'own_rules');
const holder = alias(ledgerAccounts, 'rules_account');

/** The rules of each share account: the influencer's own, otherwise the default. */
export const EFFECTIVE_RULES = sql`
  select ${holder.id} as share_account_id, ${holder.influencerId} as influencer_id,
    coalesce(${own.holdDays}, ${defaults.holdDays}) as hold_days,
    coalesce(${own.minimumCents}, ${defaults.minimumCents}) as minimum_cents,
    coalesce(${own.reservePercent}, ${defaults.reservePercent}) as reserve_percent,
    coalesce(${own.reserveDays}, ${defaults.reserveDays}) as reserve_days,
    ${defaults.needsApproval} as needs_approval
  from ${ledgerAccounts} ${holder}
  join ${payoutRules} ${defaults} on ${defaults.influencerId} is null
  left join ${payoutRules} ${own} on ${own.influencerId} = ${holder.influencerId}
  where ${holder.kind} = 'influencer_share'`;

/** What a payout withholds, by its `rules`, of a share without the reserves released into it. */
export function heldOf(cents: SQL): SQL {
  return sql`floor(greatest(${cents}, 0) * rules.reserve_percent / 100)::bigint`;
}

/** Whether what is left reaches the minimum of its `rules`. */
export function isPaidOut(cents: SQL): SQL {
  return sql`${cents} >= greatest(rules.minimum_cents, 1)`;
}

const CHANGED = 'Somebody else has changed the rules. Load them again';

/** The default rules, which the database requires to be complete. */
export async function findDefaultRules(db: Db): Promise<z.input<typeof defaultPayoutRulesSchema>> {
  const [found] = await db.select().from(payoutRules).where(isNull(payoutRules.influencerId));
  const { holdDays, minimumCents, reservePercent, reserveDays, needsApproval } = found!;
  return {
    holdDays: holdDays!,
    minimumCents: minimumCents!,
    reservePercent: reservePercent!,
    reserveDays: reserveDays!,
    needsApproval: needsApproval!,
    version: found!.version,
    updatedAt: found!.updatedAt,
  };
}

/** The default rules, and those of the influencers who have their own. */
export async function getPayoutRules(
  db: Db,
  actor: Pick<Actor, 'userId' | 'isLimited'>,
): Promise<z.input<typeof payoutRulesSchema>> {
  const [defaultRules, influencers] = await Promise.all([
    findDefaultRules(db),
    db
      .select({ rules: payoutRules, influencerName: profiles.fullName })
      .from(payoutRules)
      .innerJoin(profiles, eq(profiles.id, payoutRules.influencerId))
      .where(inScope(actor, payoutRules.influencerId))
      .orderBy(sql`lower(${profiles.fullName})`, profiles.id),
  ]);
  return {
    defaults: defaultRules,
    influencers: influencers.map(({ rules, influencerName }) => ({
      influencerId: rules.influencerId!,
      influencerName: influencerName ?? 'Unknown',
      holdDays: rules.holdDays,
      minimumCents: rules.minimumCents,
      reservePercent: rules.reservePercent,
      reserveDays: rules.reserveDays,
      version: rules.version,
    })),
  };
}

/** Changes the default rules for the next run. @throws DomainError 'conflict' for an older version */
export async function changeDefaultPayoutRules(
  db: Db,
  { version, ...rules }: z.output<typeof defaultPayoutRulesInputSchema>,
): Promise<void> {
  const changed = await db
    .update(payoutRules)
    .set({ ...rules, version: version + 1 })
    .where(and(isNull(payoutRules.influencerId), eq(payoutRules.version, version)))
    .returning({ id: payoutRules.id });
  if (changed.length === 0) throw new DomainError('conflict', CHANGED);
}

/**
 * Changes the rules of one influencer for the next run; without any difference to the default, they
 * are removed.
 * @throws DomainError 'not-found', or 'conflict' for an older version
 */
export function changeInfluencerPayoutRules(
  db: Db,
  actor: Actor,
  influencerId: string,
  { version, ...rules }: z.output<typeof payoutOverridesInputSchema>,
): Promise<void> {
  return db.transaction(async (tx) => {
    await requireInfluencer(tx, actor, influencerId);
    const isRead = and(
      eq(payoutRules.influencerId, influencerId),
      eq(payoutRules.version, version),
    );
    const isEmpty = TERM_NAMES.every((name) => rules[name] === null);
    const changed =
      version === 0
        ? await tx
            .insert(payoutRules)
            .values({ ...rules, influencerId })
            .onConflictDoNothing()
            .returning({ id: payoutRules.id })
        : isEmpty
          ? await tx.delete(payoutRules).where(isRead).returning({ id: payoutRules.id })
          : await tx
              .update(payoutRules)
              .set({ ...rules, version: version + 1 })
              .where(isRead)
              .returning({ id: payoutRules.id });
    if (changed.length === 0) throw new DomainError('conflict', CHANGED);
  });
}
