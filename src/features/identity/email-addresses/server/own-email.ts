import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { OwnEmail } from '../email-addresses.schema.ts';

/** Joins the confirmation of the address that will replace that of a row of users, if there is one. */
export const isPendingChange = and(
  eq(emailConfirmations.userId, users.id),
  isNull(emailConfirmations.confirmedAt),
  ne(emailConfirmations.email, users.email),
  gt(emailConfirmations.expiresAt, sql`now()`),
);

/** The actor's address, and the one that will replace it. */
export async function getOwnEmail(db: Db, { userId }: Actor): Promise<OwnEmail> {
  const [user] = await db
    .select({
      email: users.email,
      isConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
      pendingEmail: emailConfirmations.email,
    })
    .from(users)
    .leftJoin(emailConfirmations, isPendingChange)
    .where(eq(users.id, userId));
  if (!user) throw new DomainError('not-found', 'Failed to load profile information');
  return user;
}
