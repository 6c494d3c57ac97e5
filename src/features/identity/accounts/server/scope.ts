import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Actor } from '#src/platform/http/operation.ts';

type Limited = Pick<Actor, 'userId' | 'isLimited'>;

/** Holds a limited staff member to rows of their own influencers; nothing for everyone else. */
export const inScope = (
  { userId, isLimited }: Limited,
  influencerId: SQLWrapper,
): SQL | undefined =>
  isLimited
    ? sql`${influencerId} in (select influencer_id from staff_influencers where staff_id = ${userId})`
    : undefined;
