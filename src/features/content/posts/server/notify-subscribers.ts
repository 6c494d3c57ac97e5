import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { postNotifications } from './post-notifications.table.ts';
import { contentPosts } from './posts.table.ts';

/** So many are notified by the transaction that publishes; more would hold it up. */
const NOTIFIED_AT_ONCE = 1_000;
const BATCH = 10_000;

/** Notifies the subscribers of a post that has too many to do so at once. */
export const NOTIFY_QUEUE = {
  name: 'notify-subscribers',
  data: z.object({ postId: z.uuid() }),
  retries: { limit: 10, delay: 5, delayMax: 5 * 60 },
  expireSeconds: 60 * 60,
  heartbeatSeconds: 20,
} satisfies Queue;

type Published = { id: string; influencerId: string };

const mayView = (influencerId: string) =>
  and(eq(userSubscriptions.influencerId, influencerId), grantsViewingNow);

/**
 * Notifies everyone who may view the post: in the transaction that makes it visible if they are
 * few, else by a job of that transaction.
 */
export async function notifySubscribers(
  tx: Db,
  jobs: Jobs,
  { id, influencerId }: Published,
): Promise<void> {
  const viewers = await tx
    .select({ subscriberId: userSubscriptions.subscriberId })
    .from(userSubscriptions)
    .where(mayView(influencerId))
    .limit(NOTIFIED_AT_ONCE + 1);
  if (viewers.length > NOTIFIED_AT_ONCE) return jobs.enqueue(tx, NOTIFY_QUEUE, { postId: id });
  if (viewers.length === 0) return;
  await tx
    .insert(postNotifications)
    .values(viewers.map(({ subscriberId }) => ({ postId: id, subscriberId })));
  await publishLiveEvent(tx, { topic: 'notifications', postId: id });
}

/**
 * Notifies the subscribers of a published post in batches, by their ids, each batch in a
 * transaction of its own. Goes on where an earlier run ended.
 */
export async function notifyManySubscribers(
  db: Db,
  postId: string,
  batchSize = BATCH,
): Promise<void> {
  while (await db.transaction((tx) => notifyBatch(tx, postId, batchSize)));
}

/** @returns whether there may be more to notify */
async function notifyBatch(tx: Db, postId: string, batchSize: number): Promise<boolean> {
  const [post] = await tx
    .select({ influencerId: contentPosts.influencerId })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, postId), isNotNull(contentPosts.publishedAt)))
    // Deleting it waits for this batch, and takes its notifications along.
    .for('key share');
  if (!post?.influencerId) return false;
  const { rows } = await tx.execute<{ from: string | null; to: string | null; count: number }>(sql`
    with batch as materialized (
      select ${userSubscriptions.subscriberId} as id from ${userSubscriptions}
      where ${mayView(post.influencerId)} and ${userSubscriptions.subscriberId} > coalesce(
        (select ${postNotifications.subscriberId} from ${postNotifications}
          where ${postNotifications.postId} = ${postId}
          order by ${postNotifications.subscriberId} desc limit 1),
        '00000000-0000-0000-0000-000000000000')
      order by ${userSubscriptions.subscriberId}
      limit ${batchSize}
    ), notified as (
      insert into ${postNotifications} (post_id, subscriber_id)
      select ${postId}::uuid, id from batch order by id
      on conflict do nothing
    )
    select count(*)::int as count, (select id from batch order by id limit 1) as from,
      (select id from batch order by id desc limit 1) as to
    from batch`);
  const { count, from, to } = rows[0]!;
  if (!from || !to) return false;
  await publishLiveEvent(tx, { topic: 'notifications', postId, subscribers: { from, to } });
  return count === batchSize;
}
