import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt } from '#src/platform/database/columns.ts';

/** The influencers that a fan marked in the marketplace; private to the fan. */
export const favorites = pgTable(
  'favorites',
  {
    subscriberId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberId, table.influencerId] }),
    // For the deletion of an influencer.
    index('favorites_influencer_idx').on(table.influencerId),
  ],
);
