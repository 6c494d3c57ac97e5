import { canDeleteOrChangeRole } from '#src/features/identity/accounts/accounts.rules.ts';
import { eraseUser, type Erasure } from '#src/features/privacy/erasure/server/erase-user.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { requireRemainingAdmin, lockUser, type LockedUser } from './lock-user.ts';

export type DeletionDependencies = { db: Db } & Erasure;

/** @throws DomainError 'forbidden' */
export function requireDeletable(actor: Actor, user: Pick<LockedUser, 'role' | 'isLimited'>): void {
  if (canDeleteOrChangeRole(actor, user)) return;
  throw new DomainError(
    'forbidden',
    actor.isLimited
      ? 'Permission Denied: Staff who are limited to influencers cannot delete users.'
      : 'Permission Denied: Only admins can delete staff who are limited to influencers.',
  );
}

/**
 * Deletes a user with all their data and notifies them; payouts stay in the ledger.
 * @param ofRole the role that the user must have, if any
 * @throws DomainError 'not-found', 'forbidden', or 'not-allowed-in-state' for the last admin
 */
export async function deleteUser(
  { db, ...services }: DeletionDependencies,
  actor: Actor,
  userId: string,
  ofRole?: Role,
): Promise<void> {
  if (userId === actor.userId) {
    throw new DomainError('forbidden', 'You cannot delete your own account');
  }
  await db.transaction(async (tx) => {
    // From here on nobody can subscribe: a payment waits for the locked user and then does not find
    // them.
    const user = await lockUser(tx, actor, userId, 'delete');
    if (ofRole && user.role !== ofRole) throw new DomainError('not-found', 'User not found');
    requireDeletable(actor, user);
    await requireRemainingAdmin(tx, user, 'deleted');
    await eraseUser(tx, services, userId);
    await services.mail.queue(tx, {
      to: user.email,
      subject: 'Your account was deleted',
      heading: 'Your account was deleted',
      paragraphs: [
        'Our team deleted your Velvet Rope account and your data. Nothing more will be charged.',
        'The law makes us keep records of payments. They no longer name you.',
      ],
      footnote: `If you don’t know why, write to us at ${services.config.publicUrl}/contact. We can’t restore the account.`,
    });
  });
}
