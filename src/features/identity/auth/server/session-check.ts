import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import {
  sessions,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { secondFactors } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import { ROLES_WITH_SECOND_FACTOR } from '#src/features/identity/second-factor/server/second-factor.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { CONFIRMATION_MINUTES, type Actor } from '#src/platform/http/operation.ts';

// Only the back office has to look for it.
const lacksSecondFactor = sql<boolean>`coalesce(${inArray(userRoles.role, [...ROLES_WITH_SECOND_FACTOR])}
  and not exists (select from ${secondFactors}
    where ${secondFactors.userId} = ${users.id} and ${secondFactors.turnedOnAt} is not null), false)`;

/**
 * Finds the actor of a token with one prepared statement, which also reads role and ban:
 * suspensions and sign-outs take effect with the next request.
 */
export function createSessionCheck(
  db: Db,
  { requireSecondFactor }: Pick<Config, 'requireSecondFactor'>,
) {
  const statement = db
    .select({
      userId: users.id,
      sessionId: sessions.id,
      role: userRoles.role,
      isLimited: sql<boolean>`coalesce(${userRoles.isLimited} and ${userRoles.role} = 'staff', false)`,
      mustChangePassword: users.mustChangePassword,
      mustSetUpSecondFactor: requireSecondFactor ? lacksSecondFactor : sql<boolean>`false`,
      isConfirmed: sql<boolean>`${sessions.confirmedAt} > now() - ${`${CONFIRMATION_MINUTES} minutes`}::interval`,
      email: users.email,
      fullName: users.name,
      banned: isSuspendedNow,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(sessions.token, sql.placeholder('token')), gt(sessions.expiresAt, sql`now()`)))
    .prepare('session_check');
  return async (token: string): Promise<Actor | 'suspended' | null> => {
    const [row] = await statement.execute({ token });
    if (!row) return null;
    const { banned, ...actor } = row;
    return banned ? 'suspended' : actor;
  };
}
