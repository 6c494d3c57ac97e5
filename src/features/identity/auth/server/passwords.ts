import { and, eq, ne } from 'drizzle-orm';
import type { PasswordChange } from '#src/features/identity/accounts/accounts.schema.ts';
import {
  mailPasswordChanged,
  type AccountMails,
} from '#src/features/identity/accounts/server/account-mails.ts';
import {
  credentials,
  sessions,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  refusePassword,
  requireStrongPassword,
} from '#src/features/identity/accounts/server/new-password.ts';
import {
  hashPassword,
  verifyPassword,
} from '#src/features/identity/accounts/server/password-hash.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { endInvitation } from './invitations/invitations.ts';
import { forgetDevices } from './known-devices.ts';

/**
 * Stores a password that the user chose; the caller ends the sessions.
 * @throws DomainError 'invalid-input' for one that is easy to guess, or the current one
 */
export async function storePassword(tx: Db, userId: string, password: string): Promise<void> {
  const [owner] = await tx
    .select({
      email: users.email,
      fullName: users.name,
      mustChange: users.mustChangePassword,
      hash: credentials.password,
    })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.id, userId));
  if (await verifyPassword(password, owner?.hash)) {
    const which = owner?.mustChange ? 'the one you were given' : 'your current one';
    refusePassword('newPassword', `Please choose a password other than ${which}`);
  }
  await requireStrongPassword(password, owner ?? {}, 'newPassword');
  const hash = await hashPassword(password);
  await tx.update(credentials).set({ password: hash }).where(eq(credentials.userId, userId));
  await tx.update(users).set({ mustChangePassword: false }).where(eq(users.id, userId));
  await endInvitation(tx, userId);
}

/** Requires the actor's current password. @throws DomainError 'invalid-credentials' */
export async function requireCurrentPassword(
  db: Db,
  actor: Actor,
  password: string,
): Promise<void> {
  const [credential] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(eq(credentials.userId, actor.userId));
  if (await verifyPassword(password, credential?.hash)) return;
  const message = 'Your current password is incorrect';
  throw new DomainError('invalid-credentials', message, [{ path: 'currentPassword', message }]);
}

/**
 * Changes the actor's password, ends every other session, forgets every other device and notifies
 * the actor by mail.
 * @throws DomainError 'invalid-credentials', or 'invalid-input' for the new password
 */
export async function changePassword(
  { db, ...mails }: { db: Db } & AccountMails,
  actor: Actor,
  { currentPassword, newPassword }: PasswordChange,
  device: string | null,
): Promise<void> {
  await requireCurrentPassword(db, actor, currentPassword);
  await db.transaction(async (tx) => {
    await storePassword(tx, actor.userId, newPassword);
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId)));
    await forgetDevices(tx, actor.userId, device ?? undefined);
    await mailPasswordChanged(tx, mails, { to: actor.email, by: 'owner' });
  });
}
