import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { contentPosts } from './posts.table.ts';

/**
 * Hides a post from everyone but the back office and its influencer; nothing publishes, changes or
 * deletes it until it is restored. Repeating it changes nothing.
 * @returns whether the post was hidden now
 */
export async function hidePost(tx: Db, postId: string): Promise<boolean> {
  const hidden = await tx
    .update(contentPosts)
    .set({
      hiddenAt: sql`now()`,
      hiddenPublishedAt: sql`${contentPosts.publishedAt}`,
      publishedAt: null,
      version: sql`${contentPosts.version} + 1`,
    })
    .where(and(eq(contentPosts.id, postId), isNull(contentPosts.hiddenAt)))
    .returning({ id: contentPosts.id });
  if (hidden.length > 0) await publishLiveEvent(tx, { topic: 'media' });
  return hidden.length > 0;
}

/**
 * Restores a hidden post as it was; one that was published is published again at its old time,
 * without new notifications.
 */
export async function restorePost(tx: Db, postId: string): Promise<void> {
  const restored = await tx
    .update(contentPosts)
    .set({
      publishedAt: sql`${contentPosts.hiddenPublishedAt}`,
      hiddenAt: null,
      hiddenPublishedAt: null,
      version: sql`${contentPosts.version} + 1`,
    })
    .where(and(eq(contentPosts.id, postId), isNotNull(contentPosts.hiddenAt)))
    .returning({ id: contentPosts.id });
  if (restored.length > 0) await publishLiveEvent(tx, { topic: 'media' });
}
