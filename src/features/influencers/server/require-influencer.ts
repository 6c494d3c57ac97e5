import { and, eq } from 'drizzle-orm';
import { userRoles } from '#src/features/accounts/server/accounts.table.ts';
import { requireInScope } from '#src/features/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';

/** @throws DomainError 'not-found' when there is no such influencer, or not for this actor */
export async function requireInfluencer(db: Db, actor: Actor, id: string): Promise<void> {
  await requireInScope(db, actor, id);
  const [influencer] = await db
    .select({ id: userRoles.userId })
    .from(userRoles)
    .where(and(eq(userRoles.userId, id), eq(userRoles.role, 'influencer')));
  if (!influencer) throw new DomainError('not-found', 'Influencer not found');
}
