import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { notifySubscribers } from './notify-subscribers.ts';
import { contentPosts } from './posts.table.ts';

/** The current instant, rounded down to milliseconds. */
export const PRESENT = sql`date_trunc('milliseconds', now())`;

const isDue = and(
  isNull(contentPosts.publishedAt),
  isNull(contentPosts.hiddenAt),
  lte(contentPosts.publishAt, sql`now()`),
);

const filesAreReady = sql`
  exists (select from ${contentMedia} where ${contentMedia.postId} = ${contentPosts.id})
  and not exists (
    select from ${contentMedia}
    where ${contentMedia.postId} = ${contentPosts.id} and ${contentMedia.state} <> 'ready'
  )`;

/**
 * Publishes a post if its time has come and all its files are ready, and notifies the subscribers.
 * To be called after every change that may complete these conditions.
 */
export async function publishWhenReady(tx: Db, jobs: Jobs, postId: string): Promise<void> {
  // When two files become ready at the same time, the second transaction must see the first.
  await tx
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(eq(contentPosts.id, postId))
    .for('update');
  const [published] = await tx
    .update(contentPosts)
    .set({ publishedAt: PRESENT })
    .where(and(eq(contentPosts.id, postId), isDue, filesAreReady))
    .returning({ id: contentPosts.id, influencerId: contentPosts.influencerId });
  if (!published) return;
  await publishLiveEvent(tx, { topic: 'media' });
  if (published.influencerId) {
    await notifySubscribers(tx, jobs, { ...published, influencerId: published.influencerId });
  }
}

/** Publishes the scheduled posts whose time has come, each in its own transaction. */
export async function publishDuePosts({ db, jobs }: { db: Db; jobs: Jobs }): Promise<void> {
  const due = await db
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(isDue, filesAreReady));
  for (const { id } of due) await db.transaction((tx) => publishWhenReady(tx, jobs, id));
}
