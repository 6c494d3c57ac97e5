import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';

export const influencerNotes = pgTable(
  'influencer_notes',
  {
    id: primaryId(),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    note: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('influencer_notes_newest_idx').on(table.influencerId, table.createdAt),
    check('influencer_notes_not_blank', sql`btrim(${table.note}) <> ''`),
  ],
);
