import { sql } from 'drizzle-orm';
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { TERM_LEVELS } from '../banned-terms.schema.ts';

/**
 * Terms that public texts must not contain. They are compared by `screened_text`: in any case, with
 * accents, digits and letters that look alike, separated letters and invisible characters.
 */
export const bannedTerms = pgTable(
  'banned_terms',
  {
    id: primaryId(),
    term: text().notNull(),
    level: text({ enum: TERM_LEVELS }).notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('banned_terms_level_check', table.level, TERM_LEVELS),
    check('banned_terms_length_check', sql`length(${table.term}) <= 100`),
  ],
);
