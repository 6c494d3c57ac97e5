import { and, eq, ne, not, sql } from 'drizzle-orm';
import { canManage } from '#src/features/identity/accounts/accounts.rules.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { userInScope } from './user-scope.ts';

/** A user whose row is locked: nobody else can change the role until the transaction ends. */
export type LockedUser = {
  id: string;
  email: string;
  role: Role | null;
  /** Stored for every role but only applies to staff. */
  isLimited: boolean;
  isSuspended: boolean;
};

/**
 * Locks a user before a back office change and then checks the role, so that a user who became an
 * admin in the meantime is protected.
 * @param action the verb of the error "Only admins can … admin users."
 * @throws DomainError 'not-found', also outside the actor's limit, or 'forbidden'
 */
export async function lockUser(
  tx: Db,
  actor: Actor,
  userId: string,
  action: string,
): Promise<LockedUser> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  // A separate statement, to see what was committed while the one above waited.
  const [user] = await tx
    .select({
      id: users.id,
      email: users.email,
      role: userRoles.role,
      isLimited: sql<boolean>`coalesce(${userRoles.isLimited}, false)`,
      isSuspended: isSuspendedNow,
    })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(users.id, userId), userInScope(actor, users.id)));
  if (!user) throw new DomainError('not-found', 'User not found');
  if (canManage(actor, user.role)) return user;
  const targetRole = user.role === 'admin' ? 'admin' : 'staff';
  const allowedActors = user.role === 'admin' ? 'admins' : 'admins and staff without a limit';
  throw new DomainError(
    'forbidden',
    `Permission Denied: Only ${allowedActors} can ${action} ${targetRole} users.`,
  );
}

/**
 * Requires another admin who can sign in. Of two admins who remove each other simultaneously the
 * second is refused.
 * @param done the participle of the error "The last admin cannot be …"
 * @throws DomainError 'not-allowed-in-state'
 */
export async function requireRemainingAdmin(tx: Db, user: LockedUser, done: string): Promise<void> {
  if (user.role !== 'admin' || user.isSuspended) return;
  const isAdmin = eq(userRoles.role, 'admin');
  await tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(isAdmin)
    .orderBy(userRoles.userId)
    .for('update');
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(isAdmin, ne(users.id, user.id), not(isSuspendedNow)))
    .limit(1);
  if (!other) throw new DomainError('not-allowed-in-state', `The last admin cannot be ${done}.`);
}
