import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';

/** What the agency and an influencer have signed, for how long, and where the document is. */
export const influencerAgreements = pgTable(
  'influencer_agreements',
  {
    id: primaryId(),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    signedOn: date({ mode: 'string' }).notNull(),
    /** The last day; null without an end. */
    endsOn: date({ mode: 'string' }),
    /** A web address, or a folder of the agency; empty if unknown. */
    location: text().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('influencer_agreements_newest_idx').on(table.influencerId, table.signedOn),
    index('influencer_agreements_created_by_idx').on(table.createdBy),
    check('influencer_agreements_not_blank', sql`btrim(${table.title}) <> ''`),
    check('influencer_agreements_end', sql`${table.endsOn} >= ${table.signedOn}`),
  ],
);
