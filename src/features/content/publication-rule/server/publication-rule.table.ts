import { sql } from 'drizzle-orm';
import { boolean, check, pgTable } from 'drizzle-orm/pg-core';

/** One row: whether posts need verified people and their consents. Set at the start of the server. */
export const publicationRule = pgTable(
  'publication_rule',
  {
    id: boolean().primaryKey().default(true),
    requiresConsents: boolean().notNull(),
  },
  (table) => [check('publication_rule_is_one_row', sql`${table.id}`)],
);
