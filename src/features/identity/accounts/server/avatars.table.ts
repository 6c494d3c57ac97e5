import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';
import { users } from './accounts.table.ts';

/** The pictures that fans chose for themselves. A trigger lists the file of a removed one. */
export const avatars = pgTable(
  'avatars',
  {
    /** New with each picture, so that its address is. */
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    s3Key: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('avatars_user_id_key').on(table.userId)],
);
