import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';

/** The private links of performers to their consents; a new one ends the earlier one. */
export const consentLinks = pgTable('consent_links', {
  id: primaryId(),
  performerId: uuid()
    .notNull()
    .unique('consent_links_performer_key')
    .references(() => performers.id, { onDelete: 'cascade' }),
  createdBy: uuid(),
  createdAt: createdAt(),
});
