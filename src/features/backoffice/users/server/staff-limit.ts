import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requireConfirmation, type Actor } from '#src/platform/http/operation.ts';
import type { StaffLimit } from '../users.schema.ts';
import type { LockedUser } from './lock-user.ts';

/**
 * Limits a locked staff member to these influencers, or removes the limit, from the next request
 * on.
 * @throws DomainError 'forbidden', 'not-allowed-in-state' or 'not-found'
 */
export async function limitStaff(
  tx: Db,
  actor: Actor,
  { id: staffId, role }: Pick<LockedUser, 'id' | 'role'>,
  { isLimited, influencerIds }: StaffLimit,
): Promise<void> {
  if (actor.role !== 'admin') {
    throw new DomainError('forbidden', 'Permission Denied: Only admins can limit staff users.');
  }
  if (role !== 'staff') {
    throw new DomainError('not-allowed-in-state', 'Only staff can be limited to influencers.');
  }
  requireConfirmation(actor);
  await tx.update(userRoles).set({ isLimited }).where(eq(userRoles.userId, staffId));
  await setStaffInfluencers(tx, staffId, isLimited ? influencerIds : []);
}

async function setStaffInfluencers(tx: Db, staffId: string, ids: string[]): Promise<void> {
  // Writes only the difference, so that the audit trail shows added and removed influencers.
  await tx
    .delete(staffInfluencers)
    .where(
      and(eq(staffInfluencers.staffId, staffId), notInArray(staffInfluencers.influencerId, ids)),
    );
  if (ids.length === 0) return;
  const found = await tx
    .select({ influencerId: userRoles.userId })
    .from(userRoles)
    .where(and(eq(userRoles.role, 'influencer'), inArray(userRoles.userId, ids)));
  if (found.length < ids.length) throw new DomainError('not-found', 'Influencer not found');
  await tx
    .insert(staffInfluencers)
    .values(found.map(({ influencerId }) => ({ staffId, influencerId })))
    .onConflictDoNothing();
}
