import { and, eq, gt, sql } from 'drizzle-orm';
import {
  sessions,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

/**
 * Finds the actor of a token with one prepared statement, which also reads role and ban:
 * suspensions and sign-outs take effect with the next request.
 */
export function createSessionCheck(db: Db) {
  const statement = db
    .select({
      userId: users.id,
      sessionId: sessions.id,
      role: userRoles.role,
      isLimited: sql<boolean>`coalesce(${userRoles.isLimited} and ${userRoles.role} = 'staff', false)`,
      mustChangePassword: users.mustChangePassword,
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
