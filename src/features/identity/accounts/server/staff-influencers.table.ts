import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.table.ts';
import { profiles } from './profiles.table.ts';

/** The influencers that a limited staff member works for. */
export const staffInfluencers = pgTable(
  'staff_influencers',
  {
    staffId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.staffId, table.influencerId] }),
    index('staff_influencers_influencer_idx').on(table.influencerId),
  ],
);
