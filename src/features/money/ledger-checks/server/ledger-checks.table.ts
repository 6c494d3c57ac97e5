import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { SUBJECT_KINDS } from '#src/features/money/ledger/ledger.schema.ts';
import { instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { FINDING_STATES } from '../ledger-checks.schema.ts';

/** The checks of the ledger. One without an end is running, or was interrupted. */
export const ledgerChecks = pgTable(
  'ledger_checks',
  {
    id: primaryId(),
    startedAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
    /** Null for the nightly check. */
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    ruleCount: integer().notNull().default(0),
    transactionCount: integer().notNull().default(0),
  },
  (table) => [index('ledger_checks_newest_idx').on(table.startedAt)],
);

/**
 * What the checks found: a record and the rule that it violates, with both figures. The next check
 * recognizes it by rule and subject.
 */
export const ledgerFindings = pgTable(
  'ledger_findings',
  {
    id: primaryId(),
    rule: text().notNull(),
    subjectKind: text({ enum: SUBJECT_KINDS }).notNull(),
    subject: text().notNull(),
    expected: text().notNull(),
    found: text().notNull(),
    firstFoundAt: instant().notNull(),
    /** Since when it has been found with these figures. */
    sinceAt: instant().notNull(),
    lastFoundAt: instant().notNull(),
    /** When a check no longer found it. */
    resolvedAt: instant(),
    explanation: text(),
    explainedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    explainedAt: instant(),
    /** The figures that were explained. */
    explainedExpected: text(),
    explainedFound: text(),
    state: text({ enum: FINDING_STATES })
      .notNull()
      .generatedAlwaysAs(
        sql`case when resolved_at is not null then 'resolved'
          when explained_expected = expected and explained_found = found then 'explained'
          else 'open' end`,
      ),
  },
  (table) => [
    uniqueIndex('ledger_findings_subject_key').on(table.rule, table.subject),
    index('ledger_findings_newest_idx').on(table.sinceAt, table.id),
    index('ledger_findings_state_idx').on(table.state, table.sinceAt, table.id),
    oneOf('ledger_findings_subject_kind_check', table.subjectKind, SUBJECT_KINDS),
    check(
      'ledger_findings_explanation_check',
      sql`num_nonnulls(${table.explanation}, ${table.explainedAt}, ${table.explainedExpected}, ${table.explainedFound}) in (0, 4)
        and btrim(${table.explanation}) <> ''`,
    ),
  ],
);
