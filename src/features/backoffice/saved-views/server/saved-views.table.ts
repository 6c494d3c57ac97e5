import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';

/** Named filters of the back office's lists. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: primaryId(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    path: text().notNull(),
    search: text().notNull(),
    isShared: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('saved_views_name_key').on(table.ownerId, table.path, sql`lower(${table.name})`),
    index('saved_views_shared_idx').on(table.isShared),
    check('saved_views_name_check', sql`btrim(${table.name}) <> ''`),
    check('saved_views_path_check', sql`${table.path} ~ '^/[a-z-]+$'`),
  ],
);
