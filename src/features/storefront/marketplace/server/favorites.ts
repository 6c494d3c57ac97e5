import { and, eq, exists, sql } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isPublicInfluencer } from '#src/features/identity/accounts/server/public-influencer.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { favorites } from './favorites.table.ts';

/** Whether the influencer of a row of profiles is one of the actor's favorites. */
export function isFavorite(db: Db, { userId }: Actor) {
  return exists(
    db
      .select({ one: sql`1` })
      .from(favorites)
      .where(and(eq(favorites.subscriberId, userId), eq(favorites.influencerId, profiles.id))),
  );
}

/** Adds a favorite; does nothing if it exists. @throws DomainError 'not-found' */
export async function addFavorite(db: Db, { userId }: Actor, influencerId: string) {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, influencerId), isPublicInfluencer))
      .for('key share', { of: profiles });
    if (!found) throw new DomainError('not-found', 'Influencer not found');
    await tx.insert(favorites).values({ subscriberId: userId, influencerId }).onConflictDoNothing();
  });
}

/** Removes a favorite; does nothing if there is none. */
export async function removeFavorite(db: Db, { userId }: Actor, influencerId: string) {
  await db
    .delete(favorites)
    .where(and(eq(favorites.subscriberId, userId), eq(favorites.influencerId, influencerId)));
}
