import { canChangeEmail } from '#src/features/identity/accounts/accounts.rules.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import {
  cancelConfirmation,
  requestEmailOf,
} from '#src/features/identity/email-addresses/server/request-confirmation.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requireConfirmation, type Actor } from '#src/platform/http/operation.ts';
import { lockUser, type LockedUser } from './lock-user.ts';

/**
 * Requests a new email address for a locked user, if it differs; it takes effect with the link that is
 * mailed to it. Only admins may, and nobody for themselves, which needs the current password.
 * @throws DomainError 'forbidden' or 'email-taken'
 */
export async function requestEmailChange(
  tx: Db,
  mails: AccountMails,
  { actor, user, email }: { actor: Actor; user: LockedUser; email: string },
): Promise<void> {
  if (email === user.email) return;
  if (!canChangeEmail(actor)) {
    throw new DomainError(
      'forbidden',
      'Permission Denied: Only admins can change email addresses.',
    );
  }
  if (user.id === actor.userId) {
    throw new DomainError('forbidden', 'Change your own email under My Account.');
  }
  requireConfirmation(actor);
  await requestEmailOf(tx, mails, { userId: user.id, email, adminId: actor.userId });
}

/** Cancels the change of a user's address that waits for its confirmation. @throws DomainError */
export async function cancelEmailChange(db: Db, actor: Actor, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, actor, userId, 'edit');
    await cancelConfirmation(tx, userId);
  });
}
