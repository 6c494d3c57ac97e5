import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { postNotifications } from './post-notifications.table.ts';
import { contentPosts } from './posts.table.ts';

/** Up to this many subscribers are notified within the publishing transaction; more would delay it. */
const MAXIMUM_IN_TRANSACTION = 1_000;
const BATCH_SIZE = 10_000;

/** Notifies the subscribers of a post when they are too many for the publishing transaction. */
export const NOTIFY_QUEUE = {
  name: 'notify-subscribers',
  data: z.object({ postId: z.uuid() }),
  retries: { limit: 10, delay: 5, delayMax: 5 * 60 },
  expireSeconds: 60 * 60,
} satisfies Queue;

type Published = { id: string; influencerId: string };

const mayView = (influencerId: string) =>
  and(eq(userSubscriptions.influencerId, influencerId), grantsViewingNow);

/**
 * Notifies all subscribers who may view a post: within the publishing transaction if they are few,
 * else by a job.
 */
export async function notifySubscribers(
  tx: Db,
  jobs: Jobs,
  { id, influencerId }: Published,
): Promise<void> {
  const recipients = await tx
    .select({ subscriberId: userSubscriptions.subscriberId })
    .from(userSubscriptions)
    .where(mayView(influencerId))
    .limit(MAXIMUM_IN_TRANSACTION + 1);
  if (recipients.length > MAXIMUM_IN_TRANSACTION)
    return jobs.enqueue(tx, NOTIFY_QUEUE, { postId: id });
  if (recipients.length === 0) return;
  await tx
    .insert(postNotifications)
    .values(recipients.map(({ subscriberId }) => ({ postId: id, subscriberId })))
    // A post may be published twice, and notifies once.
    .onConflictDoNothing();
  await publishLiveEvent(tx, { topic: 'notifications', postId: id });
}

/**
 * Notifies the subscribers of a published post in batches in the order of their ids, each batch in
 * its own transaction. Continues where an earlier run stopped.
 */
export async function notifyManySubscribers(
  db: Db,
  postId: string,
  batchSize = BATCH_SIZE,
): Promise<void> {
  while (await db.transaction((tx) => notifyBatch(tx, postId, batchSize)));
}

/** @returns whether there may be more subscribers to notify */
async function notifyBatch(tx: Db, postId: string, batchSize: number): Promise<boolean> {
  const [post] = await tx
    .select({ influencerId: contentPosts.influencerId })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, postId), isNotNull(contentPosts.publishedAt)))
    // A concurrent deletion of the post waits for this batch and then deletes its notifications, too.
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
