import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { contentPosts } from './posts.table.ts';

type Limited = Pick<Actor, 'userId' | 'isLimited'>;
type FileWorker = Limited & Pick<Actor, 'role'>;
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

/**
 * Holds influencers to the files that they uploaded, and limited staff members to those of their
 * influencers; nothing for the rest of the office.
 */
export function fileInScope(
  { userId, role, isLimited }: FileWorker,
  { id, createdBy }: { id: SQLWrapper; createdBy: SQLWrapper } = contentMedia,
): SQL | undefined {
  if (isLimited) return isFileOfScope(sql`${userId}::uuid`, id);
  return role === 'admin' || role === 'staff' ? undefined : sql`${createdBy} = ${userId}`;
}

/**
 * Whether a file belongs to a post or a task of an influencer that a limited staff member was
 * given, or is their own where there is no influencer yet.
 */
export const isFileOfScope = (staffId: SQL, mediaId: SQLWrapper): SQL => {
  const given = sql`(select influencer_id from staff_influencers where staff_id = ${staffId})`;
  return sql`exists (
    select from content_media f
    left join content_posts post on post.id = f.post_id
    left join tasks task on task.id = f.task_id
    where f.id = ${mediaId} and case
      when post.influencer_id is not null then post.influencer_id in ${given}
      when f.post_id is not null then post.created_by = ${staffId}
      when f.task_id is not null then task.assigned_to in ${given}
      else f.created_by = ${staffId}
    end
  )`;
};
