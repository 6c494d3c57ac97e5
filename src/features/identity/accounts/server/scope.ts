import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Actor } from '#src/platform/http/operation.ts';

type Limited = Pick<Actor, 'userId' | 'isLimited'>;

/** Restricts limited staff to the rows of their influencers; no condition for everyone else. */
export function inScope({ userId, isLimited }: Limited, influencerId: SQLWrapper): SQL | undefined {
  return isLimited
    ? sql`${influencerId} in (select influencer_id from staff_influencers where staff_id = ${userId})`
    : undefined;
}

/** Equal for actors who see the same records. */
export function scopeKey({ userId, isLimited }: Limited): string {
  return isLimited ? userId : 'all';
}
