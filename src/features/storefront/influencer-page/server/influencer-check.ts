import { and, eq, sql } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isPublicInfluencer } from '#src/features/identity/accounts/server/public-influencer.ts';
import type { Db } from '#src/platform/database/db.ts';

/** Prepares the check whether an influencer whom visitors may see has a public URL. */
export function prepareInfluencerCheck(db: Db) {
  const statement = db
    .select({ one: sql`1` })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(and(eq(profiles.publicUrl, sql.placeholder('publicUrl')), isPublicInfluencer))
    .prepare('influencer_check');
  return async function isInfluencer(publicUrl: string): Promise<boolean> {
    return (await statement.execute({ publicUrl })).length > 0;
  };
}
