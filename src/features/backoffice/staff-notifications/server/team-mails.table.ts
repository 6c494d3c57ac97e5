import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { instant } from '#src/platform/database/columns.ts';

/** Until when a person of the back office was mailed what concerns them. */
export const teamMails = pgTable('team_mails', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  mailedUntil: instant().notNull(),
});
