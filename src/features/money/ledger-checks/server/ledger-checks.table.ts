import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { instant, primaryId } from '#src/platform/database/columns.ts';

/** The last check of each rule of the ledger. */
export const ledgerRuleChecks = pgTable('ledger_rule_checks', {
  rule: text().primaryKey(),
  checkedAt: instant().notNull(),
  durationMs: integer().notNull(),
  /** Whether all violations were read; false if there are too many, or the check failed. */
  isComplete: boolean().notNull(),
  /** Why the rule could not be checked, such as a timeout. */
  failure: text(),
});

/** What violates a rule of the ledger, or once did. */
export const ledgerFindings = pgTable(
  'ledger_findings',
  {
    id: primaryId(),
    rule: text().notNull(),
    /** What violates the rule, such as the id of a transaction. */
    subject: text().notNull(),
    detail: text().notNull(),
    firstSeenAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    /** When a check no longer found it; null while it is found. */
    resolvedAt: instant(),
    /** Why it is in order, and the detail that this is about: another detail is not explained. */
    explanation: text(),
    explainedDetail: text(),
    explainedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    explainedAt: instant(),
  },
  (table) => [
    uniqueIndex('ledger_findings_key').on(table.rule, table.subject),
    index('ledger_findings_newest_idx').on(table.lastSeenAt, table.id),
    index('ledger_findings_open_idx')
      .on(table.rule)
      .where(sql`${table.resolvedAt} is null`),
    check(
      'ledger_findings_explained_check',
      sql`num_nonnulls(${table.explanation}, ${table.explainedDetail}, ${table.explainedAt}) in (0, 3)`,
    ),
  ],
);
