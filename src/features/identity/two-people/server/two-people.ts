import { and, eq, isNull, sql } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { formatUtcTime } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  ANNOUNCED_DAYS,
  findObstacle,
  obstacleText,
  type Obstacle,
  type TwoPeopleRule,
} from '../two-people.rules.ts';
import { accountChanges, announcedDecisions } from './two-people.table.ts';

/** What somebody began and another person would decide. */
export type Begun = {
  rule: TwoPeopleRule;
  recordId: string;
  /** Null if nobody knows any more. */
  begunBy: string | null;
  /** An announcement before this does not count; null if the record never changes. */
  begunAt?: Date | null;
  /** Whether one of the two has to be an admin. */
  needsAdmin?: boolean;
};

/** Starts the 30 days of an account that signed in with a password and a second factor of its own. */
export async function recordOwnSignIn(db: Db, userId: string): Promise<void> {
  await db
    .update(accountChanges)
    .set({ ownSince: sql`now()` })
    .where(
      and(
        eq(accountChanges.userId, userId),
        isNull(accountChanges.ownSince),
        // A password that somebody else chose has to be changed first; nobody can add a factor for others.
        sql`exists (select from ${users} where ${users.id} = ${userId}
          and not ${users.mustChangePassword} and ${users.invitedAt} is null)`,
      ),
    );
}

/** What keeps the actor from deciding about what somebody began; null if nothing does. */
export async function findTwoPeopleObstacle(
  tx: Db,
  { userId }: Pick<Actor, 'userId'>,
  { rule, recordId, begunBy, begunAt = null, needsAdmin = true }: Begun,
): Promise<Obstacle | null> {
  const isAdmin = (id: string | null) => sql`exists (select from ${userRoles} "person"
    where "person"."user_id" = ${id}::uuid and "person"."role" = 'admin')`;
  const hasAdmin = needsAdmin ? isAdmin(begunBy) : sql`true`;
  const { rows } = await tx.execute<{
    isIndependent: boolean;
    lacksAdmin: boolean;
    hasOther: boolean;
    from: string | null;
    announced: string | null;
    now: string;
  }>(sql`
    select are_independent(${begunBy}::uuid, ${userId}::uuid, now()) as "isIndependent",
      not (${hasAdmin} or ${isAdmin(userId)}) as "lacksAdmin",
      exists (select from ${users} join ${userRoles} on ${userRoles.userId} = ${users.id}
        where ${users.id} <> ${userId} and not ${isSuspendedNow}
          and (${userRoles.role} = 'admin'
            or (${userRoles.role} = 'staff' and not ${userRoles.isLimited} and ${hasAdmin}))
          and not ${users.mustChangePassword} and ${users.invitedAt} is null
          and are_independent(${begunBy}::uuid, ${users.id}, now())) as "hasOther",
      to_json(independent_from(${begunBy}::uuid, ${userId}::uuid)) #>> '{}' as "from",
      (select to_json(${announcedDecisions.announcedAt}) #>> '{}' from ${announcedDecisions}
        where ${announcedDecisions.rule} = ${rule} and ${announcedDecisions.recordId} = ${recordId}
          and ${announcedDecisions.announcedAt} >=
            greatest(${begunAt}::timestamptz, now() - make_interval(days => ${ANNOUNCED_DAYS}))) as "announced",
      to_json(now()) #>> '{}' as "now"`);
  const { isIndependent, lacksAdmin, hasOther, from, announced, now } = rows[0]!;
  const people = {
    isSamePerson: begunBy === userId,
    lacksAdmin,
    isIndependent,
    hasOther,
    independentFrom: from === null ? null : new Date(from),
    announcedAt: announced === null ? null : new Date(announced),
  };
  return findObstacle(people, new Date(now));
}

const formatUtc = (at: Date) => `${formatUtcDate(at)} at ${formatUtcTime(at)} UTC`;

/** Why the actor may not decide, as a sentence; null if they may. */
export async function findTwoPeopleRefusal(
  tx: Db,
  actor: Pick<Actor, 'userId'>,
  begun: Begun,
): Promise<string | null> {
  const obstacle = await findTwoPeopleObstacle(tx, actor, begun);
  return obstacle && obstacleText(obstacle, formatUtc);
}

/**
 * Requires that two people are two: one is an admin, and neither has set up the account of the other.
 * @throws DomainError 'forbidden'
 */
export async function requireTwoPeople(
  tx: Db,
  actor: Pick<Actor, 'userId'>,
  begun: Begun,
): Promise<void> {
  const refusal = await findTwoPeopleRefusal(tx, actor, begun);
  if (refusal) throw new DomainError('forbidden', refusal);
}
