import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  INITIAL_PASSWORD_DAYS,
  type signInSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import {
  credentials,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  hashPassword,
  isOutdatedHash,
  verifyPassword,
} from '#src/features/identity/accounts/server/password-hash.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Db } from '#src/platform/database/db.ts';

export type SignIn = z.output<typeof signInSchema>;
export type VerifiedUser = { id: string; email: string; role: Role | null };

const isExpiredInitialPassword = sql<boolean>`${users.mustChangePassword}
  and ${credentials.updatedAt} < now() - make_interval(days => ${INITIAL_PASSWORD_DAYS}::int)`;

/**
 * Verifies email and password.
 * @throws DomainError 'invalid-credentials', also for an initial password that was never used, or
 *   'suspended' when the password was right
 */
export async function verifySignIn(
  db: Db,
  { email, password }: Pick<SignIn, 'email' | 'password'>,
): Promise<VerifiedUser> {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      role: userRoles.role,
      hash: credentials.password,
      isSuspended: isSuspendedNow,
      isExpired: isExpiredInitialPassword,
    })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(users.email, email));
  const isVerified = await verifyPassword(password, user?.hash);
  if (!user || !isVerified) throw new DomainError('invalid-credentials');
  if (user.isSuspended) throw new DomainError('suspended');
  if (user.isExpired) {
    throw new DomainError(
      'invalid-credentials',
      'This temporary password has expired. Choose your own with “Lost your password?”, or ask whoever created your account.',
    );
  }
  const { hash, isSuspended: _, isExpired: __, ...verified } = user;
  if (isOutdatedHash(hash)) await rehash(db, { userId: user.id, hash, password });
  return verified;
}

/** The user who proved the identity with a passkey. @throws DomainError 'suspended' */
export async function getVerifiedUser(db: Db, userId: string): Promise<VerifiedUser> {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      role: userRoles.role,
      isSuspended: isSuspendedNow,
    })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(users.id, userId));
  const { isSuspended, ...verified } = user!;
  if (isSuspended) throw new DomainError('suspended');
  return verified;
}

// Only while the old hash is stored, so that a password set in the meantime prevails.
async function rehash(
  db: Db,
  { userId, hash, password }: { userId: string; hash: string; password: string },
): Promise<void> {
  await db
    .update(credentials)
    .set({ password: await hashPassword(password) })
    .where(and(eq(credentials.userId, userId), eq(credentials.password, hash)));
}
