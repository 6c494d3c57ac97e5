import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { instant } from '#src/platform/database/columns.ts';

/**
 * Until when the new posts of a fan were mailed, whatever the frequency. The next mail reports the
 * notifications after it, so that no post is mailed twice.
 */
export const postMails = pgTable('post_mails', {
  subscriberId: uuid()
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  mailedUntil: instant().notNull(),
});
