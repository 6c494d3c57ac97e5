import { eq } from 'drizzle-orm';
import { recordDeletedImages } from '#src/features/content/page-images/server/page-images.ts';
import { canDeleteOrChangeRole } from '#src/features/identity/accounts/accounts.rules.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { savePayee } from '#src/features/money/payouts/server/save-payee.ts';
import { endWithUser } from '#src/features/money/subscriptions/server/end-with-user.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import { requireRemainingAdmin, lockUser, type LockedUser } from './lock-user.ts';

export type DeletionDependencies = {
  db: Db;
  jobs: Jobs;
  mail: Mailer;
  config: Pick<Config, 'publicUrl'>;
};

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
 * Deletes a user with all their data; payouts stay in the ledger.
 * @param ofRole the role that the user must have, if any
 * @throws DomainError 'not-found', 'forbidden', or 'not-allowed-in-state' for the last admin
 */
export async function deleteUser(
  { db, jobs, mail, config }: DeletionDependencies,
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
    await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, userId))
      .for('update');
    await endWithUser(tx, { jobs, mail, config }, userId);
    await savePayee(tx, userId);
    const [profile] = await tx.delete(profiles).where(eq(profiles.id, userId)).returning();
    await tx.delete(users).where(eq(users.id, userId));
    if (profile) await recordDeletedImages(tx, profile);
    await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
  });
}
