import { eq } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import type { TestApp, TestUser } from './harness.ts';

type Someone = Pick<TestUser, 'id'>;

/** A new staff member who is held to these influencers. */
export async function limitedStaff(house: TestApp, ...influencers: Someone[]): Promise<TestUser> {
  const staff = await house.as('staff');
  await limitTo(house, staff, ...influencers);
  return staff;
}

/** Holds a staff member to these influencers, whatever limit there was. */
export async function limitTo(
  house: TestApp,
  { id: staffId }: Someone,
  ...influencers: Someone[]
): Promise<void> {
  await house.db.update(userRoles).set({ isLimited: true }).where(eq(userRoles.userId, staffId));
  await house.db.delete(staffInfluencers).where(eq(staffInfluencers.staffId, staffId));
  if (influencers.length === 0) return;
  await house.db
    .insert(staffInfluencers)
    .values(influencers.map(({ id }) => ({ staffId, influencerId: id })));
}
