import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { and, eq, ne } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';
import type { PasswordChange } from '../accounts.schema.ts';
import { credentials, sessions, users } from './accounts.table.ts';

/** Changes the own password and ends every other session. @throws DomainError 'invalid-credentials' */
export async function changePassword(
  db: Db,
  actor: Actor,
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const own = and(eq(credentials.userId, actor.userId), eq(credentials.providerId, 'credential'));
  const [credential] = await db.select({ hash: credentials.password }).from(credentials).where(own);
  const right =
    credential?.hash &&
    (await verifyPassword({ hash: credential.hash, password: currentPassword }));
  if (!right) throw new DomainError('invalid-credentials', 'The current password is not right');
  const hash = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    await tx.update(credentials).set({ password: hash, updatedAt: new Date() }).where(own);
    await tx
      .update(users)
      .set({ mustChangePassword: false, updatedAt: new Date() })
      .where(eq(users.id, actor.userId));
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId)));
  });
}
