import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { and, eq, ne } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';
import type { PasswordChange } from '../accounts.schema.ts';
import { mailPasswordChanged, type AccountMails } from './account-mails.ts';
import { credentials, sessions, users } from './accounts.table.ts';

const ofUser = (userId: string) =>
  and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential'));

async function storeHash(tx: Db, userId: string, hash: string, mustChangePassword: boolean) {
  const updatedAt = new Date();
  await tx.update(credentials).set({ password: hash, updatedAt }).where(ofUser(userId));
  await tx.update(users).set({ mustChangePassword, updatedAt }).where(eq(users.id, userId));
}

/** Stores a password that the user chose; the sessions are the caller's affair. */
export async function storePassword(tx: Db, userId: string, password: string): Promise<void> {
  await storeHash(tx, userId, await hashPassword(password), false);
}

/**
 * Stores a password that the office chose: it is changed at the next sign-in. Every session ends, and
 * the user is told, but not the password.
 */
export async function givePassword(
  tx: Db,
  mails: AccountMails,
  user: { id: string; email: string },
  password: string,
): Promise<void> {
  await storeHash(tx, user.id, await hashPassword(password), true);
  await tx.delete(sessions).where(eq(sessions.userId, user.id));
  await mailPasswordChanged(tx, mails, { to: user.email, by: 'office' });
}

/**
 * Changes the own password, ends every other session and tells the user by mail.
 * @throws DomainError 'invalid-credentials'
 */
export async function changePassword(
  { db, ...mails }: { db: Db } & AccountMails,
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
  if (actor.mustChangePassword && newPassword === currentPassword) {
    const message = 'Please choose another password than the one you were given';
    throw new DomainError('invalid-input', message, [{ path: 'newPassword', message }]);
  }
  await db.transaction(async (tx) => {
    await storePassword(tx, actor.userId, newPassword);
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId)));
    await mailPasswordChanged(tx, mails, { to: actor.email, by: 'owner' });
  });
}
