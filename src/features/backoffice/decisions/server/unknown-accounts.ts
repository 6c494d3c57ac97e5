import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { accountChanges } from '#src/features/identity/two-people/server/two-people.table.ts';
import type { Db } from '#src/platform/database/db.ts';

/** Accounts of the back office of which nobody recorded who created them, until an admin has seen the list. */
export async function listUnknownAccounts(db: Db) {
  const rows = await db
    .select({ id: users.id, name: nameOrEmail<string>(users), role: userRoles.role })
    .from(accountChanges)
    .innerJoin(users, eq(users.id, accountChanges.userId))
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(isNull(accountChanges.changedBy), inArray(userRoles.role, ['admin', 'staff'])))
    .orderBy(asc(userRoles.role), asc(users.email));
  return rows.map(({ role, ...user }) => ({ ...user, role: role as 'admin' | 'staff' }));
}

/** Ends the list, because an admin has seen these accounts. */
export async function dismissUnknownAccounts(db: Db, ids: string[]): Promise<void> {
  await db
    .delete(accountChanges)
    .where(and(isNull(accountChanges.changedBy), inArray(accountChanges.userId, ids)));
}
