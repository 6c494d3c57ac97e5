import { eq } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import type { TestApp, TestUser } from './harness.ts';

type Someone = Pick<TestUser, 'id'>;

/** A new staff member who is held to these influencers. */
export async function limitedStaff(app: TestApp, ...influencers: Someone[]): Promise<TestUser> {
  const staff = await app.as('staff');
  await limitTo(app, staff, ...influencers);
  return staff;
}

/** Holds a staff member to these influencers, whatever limit there was. */
export async function limitTo(
  app: TestApp,
  { id: staffId }: Someone,
  ...influencers: Someone[]
): Promise<void> {
  await app.db.update(userRoles).set({ isLimited: true }).where(eq(userRoles.userId, staffId));
  await app.db.delete(staffInfluencers).where(eq(staffInfluencers.staffId, staffId));
  if (influencers.length === 0) return;
  await app.db
    .insert(staffInfluencers)
    .values(influencers.map(({ id }) => ({ staffId, influencerId: id })));
}
