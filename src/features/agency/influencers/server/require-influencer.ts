import { and, eq } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

const MESSAGE = 'Influencer not found';

/** Influencers outside the limit of a staff member count as unknown. */
async function isInfluencer(
  db: Db,
  actor: Pick<Actor, 'userId' | 'isLimited'>,
  id: string,
): Promise<boolean> {
  const isTheirs = inScope(actor, userRoles.userId);
  const found = await db
    .select({ id: userRoles.userId })
    .from(userRoles)
    .where(and(eq(userRoles.userId, id), eq(userRoles.role, 'influencer'), isTheirs));
  return found.length > 0;
}

/** @throws DomainError 'not-found' for unknown influencers and those outside the actor's limit */
export async function requireInfluencer(
  db: Db,
  actor: Pick<Actor, 'userId' | 'isLimited'>,
  id: string,
): Promise<void> {
  if (!(await isInfluencer(db, actor, id))) throw new DomainError('not-found', MESSAGE);
}

/** The same for an influencer selected in a form. @throws DomainError 'invalid-input' */
export async function requireChosenInfluencer(
  db: Db,
  actor: Pick<Actor, 'userId' | 'isLimited'>,
  field: string,
  id: string,
): Promise<void> {
  if (await isInfluencer(db, actor, id)) return;
  throw new DomainError('invalid-input', MESSAGE, [{ path: field, message: MESSAGE }]);
}
