import { eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { contentPosts } from './posts.table.ts';

type Limited = Pick<Actor, 'userId' | 'isLimited'>;
type FileWorker = Limited & Pick<Actor, 'role'>;

/**
 * Holds a limited staff member to posts of their influencers, and to own drafts that have no
 * influencer yet; nothing for everyone else.
 */
export const postInScope = (actor: Limited): SQL | undefined =>
  actor.isLimited
    ? sql`case when ${contentPosts.influencerId} is null then ${contentPosts.createdBy} = ${actor.userId}
        else ${inScope(actor, contentPosts.influencerId)} end`
    : undefined;

/**
 * Holds influencers to the files that they uploaded, and limited staff members to those of their
 * influencers; nothing for the rest of the office.
 */
export function fileInScope({ userId, role, isLimited }: FileWorker): SQL | undefined {
  if (isLimited) return isFileOfScope(sql`${userId}::uuid`);
  return role === 'admin' || role === 'staff' ? undefined : eq(contentMedia.createdBy, userId);
}

const file = alias(contentMedia, 'file');
const post = alias(contentPosts, 'post');
const task = alias(tasks, 'task');

/**
 * Whether a row of content_media belongs to a post or a task of an influencer that a limited staff member was
 * given, or is their own where there is no influencer yet.
 */
export function isFileOfScope(staffId: SQL): SQL<boolean> {
  const given = sql`(select ${staffInfluencers.influencerId} from ${staffInfluencers}
    where ${staffInfluencers.staffId} = ${staffId})`;
  return sql`exists (
    select from ${contentMedia} ${file}
    left join ${contentPosts} ${post} on ${post.id} = ${file.postId}
    left join ${tasks} ${task} on ${task.id} = ${file.taskId}
    where ${file.id} = ${contentMedia.id} and case
      when ${post.influencerId} is not null then ${post.influencerId} in ${given}
      when ${file.postId} is not null then ${post.createdBy} = ${staffId}
      when ${file.taskId} is not null then ${task.assignedTo} in ${given}
      else ${file.createdBy} = ${staffId}
    end
  )`;
}
