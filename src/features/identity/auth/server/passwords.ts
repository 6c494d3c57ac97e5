import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { PasswordChange } from '#src/features/identity/accounts/accounts.schema.ts';
import {
  mailPasswordChanged,
  type AccountMails,
} from '#src/features/identity/accounts/server/account-mails.ts';
import { credentials, users } from '#src/features/identity/accounts/server/accounts.table.ts';
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
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { endPending, type OwnersDevice } from './end-pending.ts';

/**
 * Stores a password that the user chose, and ends everything that was begun with the earlier one.
 * @param current what stays
 * @throws DomainError 'invalid-input' for one that is easy to guess, or the current one
 */
export async function storePassword(
  tx: Db,
  userId: string,
  password: string,
  current?: OwnersDevice,
): Promise<void> {
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
  await replacePassword(tx, userId, password, current);
}

/** Makes the password of a user useless, and ends everything that was begun with it. */
export function disablePassword(tx: Db, userId: string): Promise<void> {
  return replacePassword(tx, userId, randomBytes(32).toString('base64url'));
}

async function replacePassword(
  tx: Db,
  userId: string,
  password: string,
  current?: OwnersDevice,
): Promise<void> {
  const hash = await hashPassword(password);
  // The row of the user is locked first, so that no request for the account is stored meanwhile.
  await tx.update(users).set({ mustChangePassword: false }).where(eq(users.id, userId));
  await tx
    .update(credentials)
    .set({ password: hash, changedAt: sql`clock_timestamp()` })
    .where(eq(credentials.userId, userId));
  await endPending(tx, userId, current);
}

/**
 * Requires the actor's current password, and delays guesses.
 * @throws DomainError 'invalid-credentials' or 'rate-limited'
 */
export async function requireCurrentPassword(
  { db, guesses }: { db: Db; guesses: GrowingDelay },
  { userId }: Pick<Actor, 'userId'>,
  password: string,
): Promise<void> {
  const key = `current-password ${userId}`;
  await guesses.attempt(key);
  const [credential] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(eq(credentials.userId, userId));
  if (await verifyPassword(password, credential?.hash)) return guesses.reset(key);
  const message = 'Your current password is incorrect';
  throw new DomainError('invalid-credentials', message, [{ path: 'currentPassword', message }]);
}

/**
 * Changes the actor's password, ends what was begun with the earlier one and notifies the actor by mail.
 * @throws DomainError 'invalid-credentials', or 'invalid-input' for the new password
 */
export async function changePassword(
  { db, guesses, ...mails }: { db: Db; guesses: GrowingDelay } & AccountMails,
  actor: Actor,
  { currentPassword, newPassword }: PasswordChange,
  device: string | null,
): Promise<void> {
  await requireCurrentPassword({ db, guesses }, actor, currentPassword);
  await db.transaction(async (tx) => {
    await storePassword(tx, actor.userId, newPassword, { sessionId: actor.sessionId, device });
    await mailPasswordChanged(tx, mails, { to: actor.email, by: 'owner' });
  });
}
