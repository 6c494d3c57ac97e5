import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, instant, primaryId } from '#src/platform/database/columns.ts';
import { contentPosts } from './posts.table.ts';

/** Notifications of posts, one for each subscriber and post; `readAt` is null while unread. */
export const postNotifications = pgTable(
  'post_notifications',
  {
    id: primaryId(),
    postId: uuid()
      .notNull()
      .references(() => contentPosts.id, { onDelete: 'cascade' }),
    subscriberId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    readAt: instant(),
  },
  (table) => [
    uniqueIndex('post_notifications_once_key').on(table.postId, table.subscriberId),
    index('post_notifications_unread_idx')
      .on(table.subscriberId)
      .where(sql`${table.readAt} is null`),
    index('post_notifications_newest_idx').on(table.subscriberId, table.createdAt),
    // For the retention.
    index('post_notifications_retention_idx').on(table.createdAt),
  ],
);
