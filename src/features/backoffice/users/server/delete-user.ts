import { eq } from 'drizzle-orm';
import { canDeleteOrChangeRole } from '#src/features/identity/accounts/accounts.rules.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import type { DeletionFigures } from '../users.schema.ts';
import { keepAnAdmin, lockUser, type LockedUser } from './lock-user.ts';

/** What later features do when a user is deleted. */
export type UserDeletion = {
  /** Counts what belongs to them, before anyone decides. */
  countRelated: (db: Db, userId: string) => Promise<DeletionFigures>;
  /** Ends what they buy and sell; the payment provider is told by a job. */
  endSubscriptions: (tx: Db, userId: string) => Promise<void>;
  /** Keeps in the books who it is that money is still owed to. */
  keepPayee: (tx: Db, userId: string) => Promise<void>;
  /** Notes the files of their public pictures, once the row is gone. */
  noteImages: (tx: Db, profile: typeof profiles.$inferSelect) => Promise<void>;
};
export type DeletionDependencies = { db: Db; jobs: Jobs; userDeletion: UserDeletion };

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
 * Deletes a user with everything that hangs on them; payouts stay in the books.
 * @param ofRole what they have to be for this, if it matters
 * @throws DomainError 'not-found', 'forbidden', or 'not-allowed-in-state' for the last admin
 */
export async function deleteUser(
  { db, jobs, userDeletion }: DeletionDependencies,
  actor: Actor,
  userId: string,
  ofRole?: Role,
): Promise<void> {
  if (userId === actor.userId) {
    throw new DomainError('forbidden', 'You cannot delete your own account');
  }
  await db.transaction(async (tx) => {
    // Nobody can subscribe from here on: a payment waits for the locked user, and finds them gone.
    const user = await lockUser(tx, actor, userId, 'delete');
    if (ofRole && user.role !== ofRole) throw new DomainError('not-found', 'User not found');
    requireDeletable(actor, user);
    await keepAnAdmin(tx, user, 'deleted');
    await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, userId))
      .for('update');
    await userDeletion.endSubscriptions(tx, userId);
    await userDeletion.keepPayee(tx, userId);
    const [profile] = await tx.delete(profiles).where(eq(profiles.id, userId)).returning();
    await tx.delete(users).where(eq(users.id, userId));
    if (profile) await userDeletion.noteImages(tx, profile);
    await jobs.enqueue(tx, FILES_QUEUE, {});
  });
}
