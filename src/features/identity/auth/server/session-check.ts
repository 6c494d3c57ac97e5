import { createHmac } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import {
  sessions,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { equalInConstantTime } from '#src/platform/config/constant-time.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

/** The session's token out of a signed cookie or bearer value, or null when the signature is wrong. */
export function verifiedToken(signed: string, secret: string): string | null {
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return null;
  const token = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return equalInConstantTime(given, expected) ? token : null;
}

/**
 * Finds the actor of a token with one prepared statement, which also reads role and ban: a
 * suspension or a sign-out counts from the next request on.
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
