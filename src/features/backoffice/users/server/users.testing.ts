import { eq } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';

/** Creates a user without a role. */
export async function createUserWithoutRole(app: TestApp): Promise<TestUser> {
  const user = await app.as('subscriber');
  await app.db.delete(userRoles).where(eq(userRoles.userId, user.id));
  return user;
}

/** A user's stored data; undefined when there is none. */
export async function storedUser(app: TestApp, id: string) {
  const [row] = await app.db
    .select({
      email: users.email,
      name: users.name,
      fullName: profiles.fullName,
      phone: profiles.phone,
      version: profiles.version,
      isActive: profiles.isActive,
      banned: users.banned,
      mustChangePassword: users.mustChangePassword,
      role: userRoles.role,
      isLimited: userRoles.isLimited,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(users.id, id));
  return row;
}
