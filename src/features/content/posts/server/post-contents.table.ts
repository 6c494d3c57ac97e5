import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { instant } from '#src/platform/database/columns.ts';
import { contentPosts } from './posts.table.ts';

/** Who made the present content of a post: whoever approves it is somebody else. */
export const postContents = pgTable(
  'post_contents',
  {
    postId: uuid()
      .primaryKey()
      .references(() => contentPosts.id, { onDelete: 'cascade' }),
    /** The hash of files, people, caption and label, as they were last saved. */
    contentHash: text().notNull(),
    changedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Since when this content waits for a review: its last change, or when a draft was scheduled. */
    waitsSince: instant().notNull().defaultNow(),
  },
  (table) => [index('post_contents_changed_by_idx').on(table.changedBy)],
);
