import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { TWO_PEOPLE_RULES } from '../two-people.rules.ts';

/**
 * Which account was created, invited, or given an address, factors or role by somebody else: written by
 * triggers alone, for every way of changing an account. Neither person has a foreign key: a chain of
 * accounts remains known after one of them is deleted.
 */
export const accountChanges = pgTable(
  'account_changes',
  {
    id: primaryId(),
    userId: uuid().notNull(),
    /** Null for accounts of the back office that existed before changes were recorded. */
    changedBy: uuid(),
    changedAt: instant().notNull().defaultNow(),
    /** Since when the account signs in with a password and a second factor of its own. */
    ownSince: instant(),
  },
  (table) => [
    uniqueIndex('account_changes_key').on(
      table.userId,
      sql`coalesce(${table.changedBy}, ${table.userId})`,
    ),
    index('account_changes_changed_by_idx').on(table.changedBy),
  ],
);

/** Decisions that somebody announced to the whole team, because nobody independent can make them. */
export const announcedDecisions = pgTable(
  'announced_decisions',
  {
    id: primaryId(),
    rule: text({ enum: TWO_PEOPLE_RULES }).notNull(),
    /** The record to decide about. */
    recordId: uuid().notNull(),
    announcedBy: uuid().notNull(),
    announcedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('announced_decisions_record_key').on(table.rule, table.recordId),
    oneOf('announced_decisions_rule_check', table.rule, TWO_PEOPLE_RULES),
  ],
);
