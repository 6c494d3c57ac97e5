import { eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

/**
 * Requires that the actor has confirmed their email address, if the installation requires it.
 * @throws DomainError 'email-unconfirmed'
 */
export async function requireConfirmedEmail(
  { db, config }: { db: Db; config: Pick<Config, 'requireConfirmedEmail'> },
  { userId, email }: Actor,
): Promise<void> {
  if (!config.requireConfirmedEmail) return;
  const [user] = await db
    .select({ confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  if (user?.confirmedAt) return;
  throw new DomainError(
    'email-unconfirmed',
    `Confirm your email address first. We can send a link to ${email}.`,
  );
}
