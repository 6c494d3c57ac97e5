import { eq, sql } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import type { Db } from '#src/platform/database/db.ts';

/** What all screens show of a user: time zone, picture, and whether the address is confirmed. */
export async function getPersonalization(db: Db, userId: string) {
  const [row] = await db
    .select({
      timeZone: users.timeZone,
      avatar: avatars.id,
      isEmailConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
    })
    .from(users)
    .leftJoin(avatars, eq(avatars.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? { timeZone: null, avatar: null, isEmailConfirmed: false };
}
