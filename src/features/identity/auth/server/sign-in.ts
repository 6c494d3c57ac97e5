import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { signInSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { credentials, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { verifyPassword } from '#src/features/identity/accounts/server/password-hash.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { createSession } from './sessions.ts';

/**
 * Verifies email and password, creates a session and returns its token.
 * @throws DomainError 'invalid-credentials', or 'suspended' when the password was right
 */
export async function signIn(
  db: Db,
  { email, password, rememberMe }: z.output<typeof signInSchema>,
  userAgent: string | undefined,
): Promise<string> {
  const [user] = await db
    .select({ id: users.id, hash: credentials.password, isSuspended: isSuspendedNow })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.email, email));
  const isVerified = await verifyPassword(password, user?.hash);
  if (!user || !isVerified) throw new DomainError('invalid-credentials');
  if (user.isSuspended) throw new DomainError('suspended');
  return createSession(db, { userId: user.id, isRemembered: rememberMe, userAgent });
}
