import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { and, eq, ne } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';
import type { PasswordChange } from '../accounts.schema.ts';
import { credentials, sessions, users } from './accounts.table.ts';

const ofUser = (userId: string) =>
  and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential'));

/** Stores a password that the user chose; the sessions are the caller's affair. */
export async function storePassword(tx: Db, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  const updatedAt = new Date();
  await tx.update(credentials).set({ password: hash, updatedAt }).where(ofUser(userId));
  await tx.update(users).set({ mustChangePassword: false, updatedAt }).where(eq(users.id, userId));
}

/** Changes the own password and ends every other session. @throws DomainError 'invalid-credentials' */
export async function changePassword(
  db: Db,
  actor: Actor,
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const [credential] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(ofUser(actor.userId));
  const right =
    credential?.hash &&
    (await verifyPassword({ hash: credential.hash, password: currentPassword }));
  if (!right) throw new DomainError('invalid-credentials', 'The current password is not right');
  await db.transaction(async (tx) => {
    await storePassword(tx, actor.userId, newPassword);
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId)));
  });
}
