import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable } from 'drizzle-orm/pg-core';

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
    /** The share of the posts of trusted influencers that is reviewed; null reviews all of them. */
    sampledPercent: integer(),
  },
  (table) => [
    check('publication_rule_is_one_row', sql`${table.id}`),
    check('publication_rule_sample', sql`${table.sampledPercent} between 1 and 99`),
  ],
);
