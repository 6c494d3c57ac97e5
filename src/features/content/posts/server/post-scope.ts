import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { contentPosts } from './posts.table.ts';

type Limited = Pick<Actor, 'userId' | 'isLimited'>;
type Post = { influencerId: SQLWrapper; createdBy: SQLWrapper };

/**
 * Holds a limited staff member to posts of their influencers, and to own drafts that have no
 * influencer yet; nothing for everyone else.
 */
export const postInScope = (
  actor: Limited,
  { influencerId, createdBy }: Post = contentPosts,
): SQL | undefined =>
  actor.isLimited
    ? sql`case when ${influencerId} is null then ${createdBy} = ${actor.userId}
        else ${inScope(actor, influencerId)} end`
    : undefined;
