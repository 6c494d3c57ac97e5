import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import { prepareCommand } from '#src/platform/database/statement.ts';
import { influencerContent, postViews } from './post-views.table.ts';
import { contentPosts } from './posts.table.ts';
import { mayView, viewerId, viewerValues, type Viewer } from './viewing.ts';

/** Number of fans who have viewed a post. */
export function viewsOfPost(postId: SQLWrapper): SQL<number> {
  return sql`coalesce((
  select ${influencerContent.viewCount} from ${influencerContent}
  where ${influencerContent.postId} = ${postId}
), 0)`;
}

// Posts are locked against concurrent deletion, and counted in one order to avoid deadlocks.
const RECORD = sql`
  with shown as (
    select p.id, p.influencer_id from ${contentPosts} p
    where p.id = any(${sql.placeholder('postIds')}::uuid[]) and p.published_at is not null
      and ${mayView(sql`p.influencer_id`)}
    for key share of p
  ), seen as (
    insert into ${postViews} (post_id, subscriber_id)
    select id, ${viewerId} from shown order by id
    on conflict do nothing returning post_id
  )
  insert into ${influencerContent} as c (influencer_id, post_id, view_count)
  select shown.influencer_id, shown.id, 1 from shown join seen on seen.post_id = shown.id
  order by shown.id
  on conflict (post_id) do update set view_count = c.view_count + 1`;

/**
 * Creates a function that records a fan's views of posts, once for each post. Posts that the fan may
 * not view do not count.
 */
export function createViewRecorder(pool: Pool) {
  const record = prepareCommand(pool, RECORD, 'record_post_views');
  return (viewer: Viewer, postIds: string[]): Promise<void> =>
    record({ ...viewerValues(viewer), postIds });
}

export type RecordViews = ReturnType<typeof createViewRecorder>;
