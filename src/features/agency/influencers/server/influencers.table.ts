import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';

/**
 * The back office's notes about influencers and fans. The names in the database are older than the notes
 * about fans: entries of the audit trail refer to them and never change.
 */
export const personNotes = pgTable(
  'influencer_notes',
  {
    id: primaryId(),
    personId: uuid('influencer_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    note: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('influencer_notes_newest_idx').on(table.personId, table.createdAt),
    check('influencer_notes_not_blank', sql`btrim(${table.note}) <> ''`),
  ],
);
