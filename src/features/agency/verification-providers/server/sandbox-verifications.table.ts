import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, oneOf } from '#src/platform/database/columns.ts';
import { VERIFICATION_OUTCOMES } from '../verification-providers.schema.ts';

/** What the sandbox knows as a provider: its sessions, apart from those of the product. */
export const sandboxVerifications = pgTable(
  'sandbox_verifications',
  {
    /** The sandbox's id of the session, which is part of the private address. */
    id: text().primaryKey(),
    /** The product's id of the session. */
    sessionId: uuid().notNull(),
    returnUrl: text().notNull(),
    /** What the form suggests. */
    givenNames: text().notNull(),
    surname: text().notNull(),
    dateOfBirth: date({ mode: 'string' }).notNull(),
    outcome: text({ enum: VERIFICATION_OUTCOMES }),
    /** The newest report, whether it was delivered or not. */
    report: text(),
    createdAt: createdAt(),
  },
  (table) => [
    // For the retention.
    index('sandbox_verifications_retention_idx').on(table.createdAt),
    oneOf('sandbox_verifications_outcome_check', table.outcome, VERIFICATION_OUTCOMES),
    check(
      'sandbox_verifications_report_check',
      sql`(${table.outcome} is null) = (${table.report} is null)`,
    ),
  ],
);
