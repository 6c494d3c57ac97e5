import { eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { postContents } from '../post-contents.table.ts';
import { contentPosts } from '../posts.table.ts';

const contentHash = sql`post_content_hash(${contentPosts.id}, ${contentPosts.influencerId}, ${contentPosts.caption}, ${contentPosts.aiUse})`;

/** Records who made the content of a post if it is another one than before. To be called after every change. */
export async function recordContent(tx: Db, { userId }: Actor, postId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${postContents} (post_id, content_hash, changed_by)
    select ${contentPosts.id}, ${contentHash}, ${userId}::uuid
    from ${contentPosts} where ${contentPosts.id} = ${postId}
    on conflict (post_id) do update set content_hash = excluded.content_hash,
      changed_by = excluded.changed_by, waits_since = now()
    where ${postContents.contentHash} is distinct from excluded.content_hash`);
}

/** A draft that is scheduled waits for its review from now on. */
export async function submitForReview(tx: Db, postId: string): Promise<void> {
  await tx
    .update(postContents)
    .set({ waitsSince: sql`now()` })
    .where(eq(postContents.postId, postId));
  const [post] = await tx
    .select({ influencerId: contentPosts.influencerId })
    .from(contentPosts)
    .where(eq(contentPosts.id, postId));
  await publishLiveEvent(tx, { topic: 'notifications', backOffice: true, ...post });
}
