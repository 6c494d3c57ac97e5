import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import { createdAt, primaryId } from '#src/platform/columns.ts';

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

/** Views of an influencer's content, one row for each counted piece. */
export const influencerContent = pgTable(
  'influencer_content',
  {
    id: primaryId(),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    viewCount: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [index('influencer_content_influencer_idx').on(table.influencerId)],
);
