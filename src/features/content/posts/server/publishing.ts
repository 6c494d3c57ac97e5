import { and, eq, isNull, lte, not, sql, type SQL } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import {
  isBlocked,
  lockPeople,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { notifySubscribers } from './notify-subscribers.ts';
import { contentPosts, wasPublished } from './posts.table.ts';

/** The current instant, rounded down to milliseconds. */
export const PRESENT = sql`date_trunc('milliseconds', now())`;

/** The time zone of the actor's account. */
export function ownTimeZone({ userId }: Actor): SQL<string> {
  return sql`coalesce((select ${users.timeZone} from ${users} where ${users.id} = ${userId}), 'UTC')`;
}

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
 * Publishes a post if its time has come, all its files are ready and nobody in it prevents that. The
 * subscribers are notified, unless the post was taken down and is published again at its old time.
 * To be called after every change that may complete these conditions.
 */
export async function publishWhenReady(tx: Db, jobs: Jobs, postId: string): Promise<void> {
  // When two files become ready at the same time, the second transaction must see the first.
  const [due] = await tx
    .select({ wasPublished })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, postId), isDue))
    .for('update');
  if (!due) return;
  await tx
    .select({ locked: lockPeople(contentPosts) })
    .from(contentPosts)
    .where(eq(contentPosts.id, postId));
  const [published] = await tx
    .update(contentPosts)
    .set({ publishedAt: due.wasPublished ? sql`${contentPosts.lastPublishedAt}` : PRESENT })
    .where(and(eq(contentPosts.id, postId), isDue, filesAreReady, not(isBlocked(contentPosts))))
    .returning({ id: contentPosts.id, influencerId: contentPosts.influencerId });
  if (!published) return;
  await publishLiveEvent(tx, { topic: 'media', influencerId: published.influencerId });
  if (published.influencerId && !due.wasPublished) {
    await notifySubscribers(tx, jobs, { ...published, influencerId: published.influencerId });
  }
}

/** Publishes the scheduled posts whose time has come, each in its own transaction. */
export async function publishDuePosts({ db, jobs }: { db: Db; jobs: Jobs }): Promise<void> {
  const due = await db
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(isDue, filesAreReady, not(isBlocked(contentPosts))));
  for (const { id } of due) await db.transaction((tx) => publishWhenReady(tx, jobs, id));
}
