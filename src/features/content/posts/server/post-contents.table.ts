import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#src/platform/database/columns.ts';
import { contentPosts } from './posts.table.ts';

/** Who made the present content of a post: whoever approves it is somebody else. */
export const postContents = pgTable('post_contents', {
  postId: uuid()
    .primaryKey()
    .references(() => contentPosts.id, { onDelete: 'cascade' }),
  /** The hash of files, people, caption and label, as they were last saved. */
  contentHash: text().notNull(),
  /** No foreign key: who is behind the account matters after it is deleted. */
  changedBy: uuid(),
  /** Since when this content waits for a review: its last change, or when a draft was scheduled. */
  waitsSince: instant().notNull().defaultNow(),
});
