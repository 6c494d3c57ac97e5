import { eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import type { Db } from '#src/platform/database/db.ts';

/** The choices of a user that all screens show: time zone and picture. */
export async function getPersonalization(db: Db, userId: string) {
  const [row] = await db
    .select({ timeZone: users.timeZone, avatar: avatars.id })
    .from(users)
    .leftJoin(avatars, eq(avatars.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? { timeZone: null, avatar: null };
}
