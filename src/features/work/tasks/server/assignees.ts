import { and, eq, inArray } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

/**
 * The names of influencers who may receive tasks, by id. A concurrent deletion waits.
 * @throws DomainError 'invalid-input' with an error for each unknown or suspended influencer;
 *   influencers outside the actor's limit count as unknown
 */
export async function requireAssignees(
  tx: Db,
  actor: Pick<Actor, 'userId' | 'isLimited'>,
  ids: string[],
): Promise<Map<string, string>> {
  const found = await tx
    .select({ id: profiles.id, fullName: profiles.fullName, isSuspended: isSuspendedNow })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(
      and(inArray(profiles.id, ids), eq(userRoles.role, 'influencer'), inScope(actor, profiles.id)),
    )
    .orderBy(profiles.id)
    .for('key share', { of: profiles });
  const byId = new Map(found.map((influencer) => [influencer.id, influencer]));
  const errors = ids.flatMap((id, index) => {
    const influencer = byId.get(id);
    if (influencer && !influencer.isSuspended) return [];
    const message = influencer ? 'This influencer is suspended' : 'Influencer not found';
    return [{ path: `assignees.${index}`, message }];
  });
  if (errors.length > 0) throw new DomainError('invalid-input', errors[0]!.message, errors);
  return new Map(found.map(({ id, fullName }) => [id, fullName || 'Unknown']));
}
