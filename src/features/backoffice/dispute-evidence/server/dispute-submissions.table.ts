import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { instant, oneOf } from '#src/platform/database/columns.ts';
import { SUBMISSION_STATES } from '../dispute-evidence.schema.ts';

/** Evidence that is submitted to a provider; what it contains is at the provider alone. */
export const disputeSubmissions = pgTable(
  'dispute_submissions',
  {
    /** Chosen by the dialog, and the idempotency key at the provider. */
    id: uuid().primaryKey(),
    disputeId: uuid()
      .notNull()
      .references(() => disputes.id),
    state: text({ enum: SUBMISSION_STATES }).notNull().default('requested'),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    requestedAt: instant().notNull().defaultNow(),
    settledAt: instant(),
    error: text(),
  },
  (table) => [
    // Banks accept evidence once.
    uniqueIndex('dispute_submissions_dispute_key')
      .on(table.disputeId)
      .where(sql`${table.state} <> 'failed'`),
    index('dispute_submissions_newest_idx').on(table.disputeId, table.requestedAt),
    oneOf('dispute_submissions_state_check', table.state, SUBMISSION_STATES),
    check(
      'dispute_submissions_settled_check',
      sql`(${table.state} in ('submitted', 'failed')) = (${table.settledAt} is not null)
        and (${table.state} = 'failed') = (${table.error} is not null)`,
    ),
  ],
);
