import { sql, type SQL } from 'drizzle-orm';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { contentPosts } from './posts.table.ts';

type ScopedActor = Pick<Actor, 'userId' | 'isLimited'>;

/**
 * Limits a limited staff member to posts of their influencers and to own drafts without an
 * influencer; undefined for everyone else.
 */
export function postInScope(actor: ScopedActor): SQL | undefined {
  return actor.isLimited
    ? sql`case when ${contentPosts.influencerId} is null then ${contentPosts.createdBy} = ${actor.userId}
        else ${inScope(actor, contentPosts.influencerId)} end`
    : undefined;
}
