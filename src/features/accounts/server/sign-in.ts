import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { signInSchema } from '../accounts.schema.ts';
import { credentials, users } from './accounts.table.ts';
import { verifyPassword } from './password-hash.ts';
import { createSession } from './sessions.ts';
import { isSuspendedNow } from './suspended.ts';

/**
 * Verifies e-mail and password, creates a session and returns its token.
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
