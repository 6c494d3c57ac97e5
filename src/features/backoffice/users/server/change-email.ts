import { canChangeEmail } from '#src/features/identity/accounts/accounts.rules.ts';
import {
  mailEmailChanged,
  type AccountMails,
} from '#src/features/identity/accounts/server/account-mails.ts';
import { withdrawPasswordReset } from '#src/features/identity/auth/server/password-reset.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { LockedUser } from './lock-user.ts';

type Change = { actor: Actor; user: LockedUser; email: string };

/**
 * Requires that the actor may change a locked user's email address.
 * @param isConfirmed whether the actor has confirmed their password, which changing their own
 * address needs
 * @throws DomainError 'forbidden' or 'invalid-input'
 */
export function requireEmailChange({ actor, user, email }: Change, isConfirmed: boolean): void {
  if (email === user.email) return;
  if (user.id === actor.userId) {
    if (isConfirmed) return;
    const message = 'Current password is required';
    throw new DomainError('invalid-input', message, [{ path: 'currentPassword', message }]);
  }
  if (canChangeEmail(actor, user.role)) return;
  throw new DomainError(
    'forbidden',
    actor.isLimited
      ? 'Permission Denied: Staff who are limited to influencers cannot change email addresses.'
      : 'Permission Denied: Only admins can change the email of staff users.',
  );
}

/** Handles the effects of a changed email address. */
export async function announceNewEmail(
  tx: Db,
  mails: AccountMails,
  { actor, user, email }: Change,
): Promise<void> {
  if (email === user.email) return;
  // A reset link sent to the old address would still work.
  await withdrawPasswordReset(tx, user.id);
  const isByBackOffice = actor.userId !== user.id;
  await mailEmailChanged(tx, mails, { from: user.email, to: email, isByBackOffice });
}
