import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import {
  isBlocked,
  lockPeople,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { contentPosts, wasPublished } from './posts.table.ts';

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
      publishedAt: null,
      version: sql`${contentPosts.version} + 1`,
    })
    .where(and(eq(contentPosts.id, postId), isNull(contentPosts.hiddenAt)))
    .returning({ influencerId: contentPosts.influencerId });
  if (hidden.length > 0)
    await publishLiveEvent(tx, { topic: 'media', influencerId: hidden[0]!.influencerId });
  return hidden.length > 0;
}

/**
 * Restores a hidden post as it was; one that was published is published again at its old time,
 * without new notifications, unless somebody in it prevents that by now.
 * @returns whether it is visible again
 * @throws DomainError 'not-allowed-in-state' while its files are preserved for the authorities
 */
export async function restorePost(tx: Db, postId: string): Promise<boolean> {
  await tx
    .select({ locked: lockPeople(contentPosts) })
    .from(contentPosts)
    .where(eq(contentPosts.id, postId));
  const [preserved] = await tx
    .select({ id: contentMedia.id })
    .from(contentMedia)
    .where(and(eq(contentMedia.postId, postId), isNotNull(contentMedia.preservedSince)))
    .limit(1);
  if (preserved) {
    const reason = 'The files of this post are preserved for the authorities, so it stays hidden';
    throw new DomainError('not-allowed-in-state', reason);
  }
  const restored = await tx
    .update(contentPosts)
    .set({
      publishedAt: sql`case when ${wasPublished} and not ${isBlocked(contentPosts)}
        then ${contentPosts.lastPublishedAt} end`,
      hiddenAt: null,
      version: sql`${contentPosts.version} + 1`,
    })
    .where(and(eq(contentPosts.id, postId), isNotNull(contentPosts.hiddenAt)))
    .returning({
      publishedAt: contentPosts.publishedAt,
      influencerId: contentPosts.influencerId,
    });
  if (restored.length > 0)
    await publishLiveEvent(tx, { topic: 'media', influencerId: restored[0]!.influencerId });
  return restored.some(({ publishedAt }) => publishedAt !== null);
}
