import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';
import { contentPosts } from './posts.table.ts';

/** Number of views by post; posts without views have no row. */
export const influencerContent = pgTable(
  'influencer_content',
  {
    id: primaryId(),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    postId: uuid()
      .notNull()
      .unique('influencer_content_post_key')
      .references(() => contentPosts.id, { onDelete: 'cascade' }),
    /** Includes fans whose accounts were deleted since. */
    viewCount: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index('influencer_content_influencer_idx').on(table.influencerId),
    check('influencer_content_count_check', sql`${table.viewCount} >= 0`),
  ],
);

/** Views of posts by fan, so that each fan counts once for each post while the view is retained. */
export const postViews = pgTable(
  'post_views',
  {
    postId: uuid()
      .notNull()
      .references(() => contentPosts.id, { onDelete: 'cascade' }),
    subscriberId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    viewedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.subscriberId] }),
    // The views of a fan, newest first, and their deletion.
    index('post_views_subscriber_idx').on(table.subscriberId, table.viewedAt),
    // For the retention.
    index('post_views_retention_idx').on(table.viewedAt),
  ],
);
