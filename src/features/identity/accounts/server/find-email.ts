import { eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { users } from './accounts.table.ts';

/** The email address of a user; null without a user. */
export async function findEmail(db: Db, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? null;
}
