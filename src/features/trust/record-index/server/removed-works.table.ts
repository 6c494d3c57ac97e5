import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, instant } from '#src/platform/database/columns.ts';

/** Published posts that were deleted. A trigger writes them, because records outlive the works. */
export const removedWorks = pgTable(
  'removed_works',
  {
    /** The id of the post. */
    id: uuid().primaryKey(),
    /** The influencer of the post, unless their account was deleted. */
    influencerId: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    title: text().notNull(),
    /** The path of the address at which it was published. */
    path: text().notNull(),
    publishedAt: instant().notNull(),
    removedAt: createdAt(),
  },
  (table) => [
    index('removed_works_published_idx').on(table.publishedAt, table.id),
    index('removed_works_influencer_idx').on(table.influencerId),
    // For the retention.
    index('removed_works_removed_idx').on(table.removedAt),
  ],
);

/** Who is depicted in removed works; their records are retained as long as these rows. */
export const removedWorkPeople = pgTable(
  'removed_work_people',
  {
    workId: uuid()
      .notNull()
      .references(() => removedWorks.id, { onDelete: 'cascade' }),
    performerId: uuid()
      .notNull()
      .references(() => performers.id),
  },
  (table) => [
    primaryKey({ columns: [table.workId, table.performerId] }),
    index('removed_work_people_performer_idx').on(table.performerId),
  ],
);
