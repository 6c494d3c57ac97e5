import { and, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { captionPreview } from '#src/lib/text.ts';
import { createBatchedRead } from '#src/platform/database/batched-read.ts';
import type { Db } from '#src/platform/database/db.ts';
import { prepareSelect } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import {
  NOTIFICATION_LIMIT,
  type markReadSchema,
  type notificationSchema,
} from '../notifications.schema.ts';

type Dependencies = { db: Db; pool: Pool };
type NotifiedPost = ReturnType<typeof notifiedPost>;

const unreadOf = (subscriberId: string | SQL) =>
  and(eq(postNotifications.subscriberId, subscriberId), isNull(postNotifications.readAt));

/** Joins the post, if it is published. */
export const isVisible = and(
  eq(contentPosts.id, postNotifications.postId),
  isNotNull(contentPosts.publishedAt),
);

/** The post of a notification, and the condition of the subscription with which the fan may view it. */
function notifiedPost(db: Db) {
  // The limit keeps the planner from reading all posts of the influencers instead of those notified.
  const post = db
    .select({
      id: contentPosts.id,
      caption: contentPosts.caption,
      influencerId: contentPosts.influencerId,
    })
    .from(contentPosts)
    .where(isVisible)
    .limit(1)
    .as('post');
  // A fan has at most one current subscription to an influencer, so rows stay unique.
  const mayBeViewed = and(
    eq(userSubscriptions.subscriberId, postNotifications.subscriberId),
    eq(userSubscriptions.influencerId, post.influencerId),
    grantsViewingNow,
  );
  return { post, mayBeViewed };
}

/** Prepares the count of a fan's unread posts; fans who ask at the same time share a statement. */
function prepareCountUnread({ db, pool }: Dependencies, { post, mayBeViewed }: NotifiedPost) {
  // A distributed table is read only where these fans are.
  const isOfFans = sql`${postNotifications.subscriberId} = any(${sql.placeholder('fanIds')}::uuid[])`;
  const unread = db
    .select({ count: sql`count(*)::int` })
    .from(postNotifications)
    .innerJoinLateral(post, sql`true`)
    .innerJoin(userSubscriptions, mayBeViewed)
    .where(and(unreadOf(sql`fan.id`), isOfFans));
  const countAll = prepareSelect(
    pool,
    { fanId: sql<string>`fan.id`, count: sql<number>`(${unread})` },
    (columns) => sql`
      select ${columns} from (select distinct unnest(${sql.placeholder('fanIds')}::uuid[])) fan (id)`,
    'notifications_unread',
  );
  return createBatchedRead(
    async (fanIds: string[]) =>
      new Map((await countAll({ fanIds })).map(({ fanId, count }) => [fanId, count])),
  );
}

/**
 * Reads notifications of posts that the fan may view now. Notifications of an ended subscription are
 * hidden, not deleted: a new subscription shows them again.
 */
export function createNotifications({ db, pool }: Dependencies) {
  const notified = notifiedPost(db);
  const { post, mayBeViewed } = notified;
  const countUnread = prepareCountUnread({ db, pool }, notified);
  const newest = db
    .select({
      id: postNotifications.id,
      createdAt: postNotifications.createdAt,
      readAt: postNotifications.readAt,
      postId: post.id,
      caption: post.caption,
      influencerId: profiles.id,
      fullName: profiles.fullName,
    })
    .from(postNotifications)
    .innerJoinLateral(post, sql`true`)
    .innerJoin(userSubscriptions, mayBeViewed)
    .innerJoin(profiles, eq(profiles.id, post.influencerId))
    .where(eq(postNotifications.subscriberId, sql.placeholder('viewerId')))
    .orderBy(desc(postNotifications.createdAt), desc(postNotifications.id))
    .limit(NOTIFICATION_LIMIT)
    .prepare('notifications_newest');

  return {
    async countUnread(actor: Actor): Promise<number> {
      return (await countUnread(actor.userId))!;
    },
    async listNotifications(actor: Actor): Promise<z.input<typeof notificationSchema>[]> {
      const rows = await newest.execute({ viewerId: actor.userId });
      return rows.map((row) => ({
        id: row.id,
        createdAt: row.createdAt,
        readAt: row.readAt,
        isRead: row.readAt !== null,
        postId: row.postId,
        captionPreview: captionPreview(row.caption),
        influencer: { id: row.influencerId, fullName: row.fullName || 'Unknown' },
      }));
    },
  };
}

/** Marks all the actor's notifications as read, or those of one influencer's posts. */
export async function markNotificationsRead(
  db: Db,
  actor: Actor,
  { influencerId }: z.output<typeof markReadSchema>,
): Promise<number> {
  const posts = db.select({ id: contentPosts.id }).from(contentPosts);
  const marked = await db
    .update(postNotifications)
    .set({ readAt: sql`now()` })
    .where(
      and(
        unreadOf(actor.userId),
        influencerId
          ? inArray(
              postNotifications.postId,
              posts.where(eq(contentPosts.influencerId, influencerId)),
            )
          : undefined,
      ),
    )
    .returning({ id: postNotifications.id });
  // Published after the change: other tabs do not need a common transaction.
  if (marked.length > 0)
    await publishLiveEvent(db, { topic: 'notifications', userId: actor.userId });
  return marked.length;
}
