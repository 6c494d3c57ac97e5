import { and, eq, inArray, not } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';

/** The recipients of mails to the team: the configured address, else each admin and staff user. */
export async function listTeamRecipients(
  db: Db,
  { mail }: { mail: Pick<Config['mail'], 'contact'> },
): Promise<string[]> {
  if (mail.contact) return [mail.contact];
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(inArray(userRoles.role, ['admin', 'staff']), not(isSuspendedNow)));
  return rows.map(({ email }) => email);
}
