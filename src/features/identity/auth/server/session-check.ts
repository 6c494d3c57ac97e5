import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { canViewAsFan } from '#src/features/identity/accounts/accounts.rules.ts';
import {
  sessions,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { secondFactors } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import { ROLES_WITH_SECOND_FACTOR } from '#src/features/identity/second-factor/server/second-factor.ts';
import type { Config } from '#src/platform/config/config.ts';
import { createBatchedRead } from '#src/platform/database/batched-read.ts';
import type { Db } from '#src/platform/database/db.ts';
import { orNull, prepareSelect } from '#src/platform/database/statement.ts';
import { CONFIRMATION_MINUTES, type Actor } from '#src/platform/http/operation.ts';

/** Whether a person of the back office has no second factor; only these have to look for it. */
export const lacksSecondFactor = sql<boolean>`coalesce(${inArray(userRoles.role, [...ROLES_WITH_SECOND_FACTOR])}
  and not exists (select from ${secondFactors}
    where ${secondFactors.userId} = ${users.id} and ${secondFactors.turnedOnAt} is not null), false)`;

/** Finds the fan as whom a session views the product, unless suspended or given another role. */
const prepareFindFan = (db: Db) =>
  db
    .select({ userId: users.id, email: users.email, fullName: users.name })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(
      and(
        eq(users.id, sql.placeholder('fanId')),
        eq(userRoles.role, 'subscriber'),
        not(isSuspendedNow),
      ),
    )
    .prepare('viewed_fan');

/** The same for every fan: the obstacles of a fan do not hinder whoever views the product as this fan. */
const AS_FAN = {
  role: 'subscriber',
  isLimited: false,
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
  isConfirmed: false,
} as const;

/** An actor with the position of their last change in the log of the database. */
export type CheckedActor = Actor & { lastChange: string };

type Dependencies = { db: Db; pool: Pool; config: Pick<Config, 'requireSecondFactor'> };

/** Finds the people of several valid sessions by their tokens. */
function prepareFindPeople({ pool, config }: Omit<Dependencies, 'db'>) {
  const fields = {
    token: sessions.token,
    userId: users.id,
    sessionId: sessions.id,
    role: orNull(userRoles.role),
    isLimited: sql<boolean>`coalesce(${userRoles.isLimited} and ${userRoles.role} = 'staff', false)`,
    mustChangePassword: users.mustChangePassword,
    mustSetUpSecondFactor: config.requireSecondFactor ? lacksSecondFactor : sql<boolean>`false`,
    isConfirmed: sql<boolean>`${sessions.confirmedAt} > now() - ${`${CONFIRMATION_MINUTES} minutes`}::interval`,
    email: users.email,
    fullName: users.name,
    banned: isSuspendedNow,
    viewingAs: sql<
      string | null
    >`case when ${sessions.viewingUntil} > now() then ${sessions.viewingAs} end`,
    viewingUntil: sessions.viewingUntil,
    lastChange: sql<string>`${sessions.lastChange}::text`,
  };
  const findAll = prepareSelect(
    pool,
    fields,
    (columns) => sql`
      select ${columns} from ${sessions}
      join ${users} on ${users.id} = ${sessions.userId}
      left join ${userRoles} on ${userRoles.userId} = ${users.id}
      where ${sessions.token} = any(${sql.placeholder('tokens')}::text[])
        and ${sessions.expiresAt} > now()`,
    'session_check',
  );
  return async (tokens: string[]) =>
    new Map((await findAll({ tokens })).map(({ token, ...person }) => [token, person]));
}

/**
 * Finds the actor of a token with one prepared statement, which also reads role and ban:
 * suspensions and sign-outs take effect with the next request. Requests that arrive at the same time
 * share a statement. If the session views the product as a fan, the actor is that fan, for as long as
 * the member of the back office may do so.
 */
export function createSessionCheck(dependencies: Dependencies) {
  const findFan = prepareFindFan(dependencies.db);
  const findPerson = createBatchedRead(prepareFindPeople(dependencies));
  return async (token: string): Promise<CheckedActor | 'suspended' | null> => {
    const row = await findPerson(token);
    if (!row) return null;
    const { banned, viewingAs: fanId, viewingUntil: until, ...person } = row;
    if (banned) return 'suspended';
    const isHindered = person.mustChangePassword || person.mustSetUpSecondFactor;
    const mayView = fanId && until && canViewAsFan(person) && !isHindered;
    const [fan] = mayView ? await findFan.execute({ fanId }) : [];
    if (!fan || !until) return { ...person, viewedBy: null };
    const { sessionId, userId, lastChange } = person;
    return { sessionId, lastChange, ...fan, ...AS_FAN, viewedBy: { userId, until } };
  };
}
