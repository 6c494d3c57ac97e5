import { desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { complaintReference } from '#src/features/trust/complaints/complaints.rules.ts';
import type { ComplaintKind } from '#src/features/trust/complaints/complaints.schema.ts';
import { complaintAppeals } from '#src/features/trust/complaints/server/appeals.table.ts';
import { complaintVisibleTo } from '#src/features/trust/complaints/server/complaint-list.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { AccountDecision, StrikeRule, strikesSchema } from '../strikes.schema.ts';
import { accountDecisions, strikeRule } from './strikes.table.ts';

/** When a post was removed: by the first decision, or after an appeal of the reporter. */
const removedAt = sql`coalesce((
  select max(${complaintAppeals.decidedAt}) from ${complaintAppeals}
  where ${complaintAppeals.complaintId} = ${complaints.id} and ${complaintAppeals.party} = 'reporter'
    and ${complaintAppeals.outcome} = 'removed'), ${complaints.decidedAt})`;

const period = sql`make_interval(months => (select ${strikeRule.months} from ${strikeRule}))`;

/**
 * The strikes that count: one for each post that was removed by a decision that holds. Somebody who no
 * longer agrees to be shown is nobody's fault.
 */
function strikesWhere(where?: SQL): SQL {
  return sql`(
    select distinct on (coalesce(${complaints.postId}, ${complaints.id}))
      ${complaints.influencerId}, ${complaints.id} as complaint_id, ${removedAt} as at
    from ${complaints}
    where ${complaints.outcome} = 'removed' and ${complaints.kind} <> 'withdrawal'
      and ${complaints.influencerId} is not null and ${removedAt} > now() - ${period}
      and ${where ?? sql`true`}
    order by coalesce(${complaints.postId}, ${complaints.id}), ${complaints.decidedAt}
  )`;
}

const strikesOf = (influencerId: string) =>
  strikesWhere(sql`${complaints.influencerId} = ${influencerId}`);

/** The influencers about whose accounts somebody has to decide, with their strikes and the last one. */
export const accountsToDecide = sql`(
  select struck.influencer_id, count(*)::int as strikes, max(struck.at) as at
  from ${strikesWhere()} struck group by 1
  having count(*) >= (select ${strikeRule.decideFrom} from ${strikeRule})
    and not exists (select from ${accountDecisions}
      where ${accountDecisions.influencerId} = struck.influencer_id
        and ${accountDecisions.createdAt} > max(struck.at)))`;

/** Requires an influencer in the actor's scope, and can lock the row. @throws DomainError 'not-found' */
async function requireInfluencer(db: Db, actor: Actor, id: string, locks = false): Promise<void> {
  const found = db
    .select({ id: profiles.id })
    .from(profiles)
    .where(sql`${profiles.id} = ${id} and ${inScope(actor, profiles.id) ?? sql`true`}`);
  const rows = await (locks ? found.for('update') : found);
  if (rows.length === 0) throw new DomainError('not-found', 'Influencer not found');
}

/** The strikes of an influencer. @throws DomainError 'not-found' */
export async function getStrikes(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  influencerId: string,
): Promise<z.input<typeof strikesSchema>> {
  await requireInfluencer(db, actor, influencerId);
  const [rule] = await db
    .select({ months: strikeRule.months, decideFrom: strikeRule.decideFrom })
    .from(strikeRule);
  const found = await listStrikes(pool, actor, influencerId);
  const decisions = await db
    .select({
      id: accountDecisions.id,
      outcome: accountDecisions.outcome,
      text: accountDecisions.text,
      strikes: accountDecisions.strikes,
      decidedBy: sql<string | null>`(select ${nameOrEmail(users)} from ${users}
        where ${users.id} = ${accountDecisions.decidedBy})`,
      createdAt: accountDecisions.createdAt,
    })
    .from(accountDecisions)
    .where(eq(accountDecisions.influencerId, influencerId))
    .orderBy(desc(accountDecisions.createdAt), desc(accountDecisions.id));
  const [last] = decisions;
  const [newest] = found;
  return {
    rule: rule!,
    strikes: found.map(({ at, until, isVisible, id, ...complaint }) => ({
      at,
      until,
      complaint: isVisible ? { ...complaint, id, reference: complaintReference(id) } : null,
    })),
    decisions,
    needsDecision:
      found.length >= rule!.decideFrom &&
      (last === undefined || newest === undefined || newest.at > last.createdAt),
  };
}

function listStrikes(pool: Pool, actor: Actor, influencerId: string) {
  return selectRows(
    pool,
    {
      at: sql<Date>`struck.at`,
      until: sql<Date>`struck.at + ${period}`,
      isVisible: sql<boolean>`${complaintVisibleTo(actor) ?? sql`true`}`,
      id: complaints.id,
      kind: sql<ComplaintKind>`${complaints.kind}`,
      reason: sql<string>`${complaints.policyTitle}`,
      label: complaints.label,
    },
    (columns) => sql`
      select ${columns} from ${strikesOf(influencerId)} struck
      join ${complaints} on ${complaints.id} = struck.complaint_id
      order by struck.at desc, ${complaints.id}`,
  );
}

/**
 * Records what was decided about the account of an influencer with strikes. It changes nothing by itself.
 * @throws DomainError 'not-found', 'conflict' if there are other strikes than the actor has seen,
 *   'not-allowed-in-state' without any
 */
export function decideAccount(
  db: Db,
  actor: Actor,
  { influencerId, outcome, text, strikes }: AccountDecision & { influencerId: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    await requireInfluencer(tx, actor, influencerId, true);
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from ${strikesOf(influencerId)} struck`,
    );
    if (rows[0]!.count !== strikes) {
      throw new DomainError('conflict', 'The strikes have changed since you opened them');
    }
    if (strikes === 0) throw new DomainError('not-allowed-in-state', 'There are no strikes');
    await tx
      .insert(accountDecisions)
      .values({ influencerId, outcome, text, strikes, decidedBy: actor.userId });
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: true, influencerId });
  });
}

/** For how long a removal counts, and from how many on somebody has to decide. */
export async function getStrikeRule(db: Db): Promise<StrikeRule> {
  const [rule] = await db
    .select({
      months: strikeRule.months,
      decideFrom: strikeRule.decideFrom,
      version: strikeRule.version,
    })
    .from(strikeRule);
  return rule!;
}

/** Changes the rule, also for the strikes that there are. @throws DomainError 'conflict' */
export async function changeStrikeRule(
  db: Db,
  { months, decideFrom, version }: StrikeRule,
): Promise<StrikeRule> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(strikeRule)
      .set({ months, decideFrom, version: version + 1 })
      .where(eq(strikeRule.version, version))
      .returning({ version: strikeRule.version });
    if (changed.length === 0) {
      throw new DomainError('conflict', 'The rule has changed since you opened it');
    }
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
    return { months, decideFrom, version: version + 1 };
  });
}
