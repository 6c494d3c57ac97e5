import { sql } from 'drizzle-orm';
import { boolean, check, pgTable } from 'drizzle-orm/pg-core';

/** One row: what posts need to be published. Set at the start of the server. */
export const publicationRule = pgTable(
  'publication_rule',
  {
    id: boolean().primaryKey().default(true),
    requiresConsents: boolean().notNull(),
    /** Whether the influencer needs a creator agreement in force. */
    requiresAgreements: boolean().notNull().default(false),
    /** Whether exactly the content that is published needs an approval. */
    requiresReviews: boolean().notNull().default(false),
  },
  (table) => [check('publication_rule_is_one_row', sql`${table.id}`)],
);
