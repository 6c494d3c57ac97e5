import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createdAt, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { ACCOUNT_OUTCOMES } from '../strikes.schema.ts';

/** One row: for how long a removal counts, and from how many on somebody has to decide. */
export const strikeRule = pgTable(
  'strike_rule',
  {
    id: boolean().primaryKey().default(true),
    months: integer().notNull().default(12),
    decideFrom: integer().notNull().default(3),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('strike_rule_is_one_row', sql`${table.id}`),
    check('strike_rule_months', sql`${table.months} between 1 and 120`),
    check('strike_rule_decide_from', sql`${table.decideFrom} between 1 and 50`),
  ],
);

/** What was decided about the accounts of influencers with strikes. */
export const accountDecisions = pgTable(
  'account_decisions',
  {
    id: primaryId(),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    outcome: text({ enum: ACCOUNT_OUTCOMES }).notNull(),
    text: text().notNull(),
    strikes: integer().notNull(),
    decidedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('account_decisions_influencer_idx').on(table.influencerId, table.createdAt),
    index('account_decisions_decider_idx').on(table.decidedBy),
    oneOf('account_decisions_outcome_check', table.outcome, ACCOUNT_OUTCOMES),
    check('account_decisions_strikes', sql`${table.strikes} > 0`),
  ],
);
