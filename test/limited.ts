import { eq } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import type { TestApp, TestUser } from './harness.ts';

type UserRef = Pick<TestUser, 'id'>;

/** Creates a staff member who is limited to these influencers. */
export async function createLimitedStaff(
  app: TestApp,
  ...influencers: UserRef[]
): Promise<TestUser> {
  const staff = await app.as('staff');
  await limitStaffTo(app, staff, ...influencers);
  return staff;
}

/** Limits a staff member to these influencers, replacing any earlier limit. */
export async function limitStaffTo(
  app: TestApp,
  { id: staffId }: UserRef,
  ...influencers: UserRef[]
): Promise<void> {
  await app.db.update(userRoles).set({ isLimited: true }).where(eq(userRoles.userId, staffId));
  await app.db.delete(staffInfluencers).where(eq(staffInfluencers.staffId, staffId));
  if (influencers.length === 0) return;
  await app.db
    .insert(staffInfluencers)
    .values(influencers.map(({ id }) => ({ staffId, influencerId: id })));
}
