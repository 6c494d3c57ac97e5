import { index, pgTable, unique, uuid } from 'drizzle-orm/pg-core';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { primaryId } from '#src/platform/database/columns.ts';
import { contentPosts } from './posts.table.ts';

/** The people in a post beside its influencer, who is in each of their posts. */
export const postPeople = pgTable(
  'post_people',
  {
    id: primaryId(),
    postId: uuid()
      .notNull()
      .references(() => contentPosts.id, { onDelete: 'cascade' }),
    /** The record of a person is retained as long as they are in a post. */
    performerId: uuid()
      .notNull()
      .references(() => performers.id),
  },
  (table) => [
    unique('post_people_key').on(table.postId, table.performerId),
    index('post_people_performer_idx').on(table.performerId),
  ],
);
