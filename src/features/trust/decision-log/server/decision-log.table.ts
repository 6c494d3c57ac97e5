import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#src/platform/database/columns.ts';

/**
 * Every decision about content and people, written by triggers in its transaction. A job numbers the
 * entries and chains them: each hash contains the one before.
 */
export const decisionLog = pgTable(
  'decision_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The table of the decision. */
    entity: text().notNull(),
    recordId: uuid().notNull(),
    /** The decision as it was written. */
    content: jsonb().notNull(),
    at: instant()
      .notNull()
      .default(sql`clock_timestamp()`),
    /** The place in the chain; null until the job has chained the entry. */
    number: bigint({ mode: 'number' }),
    hash: text(),
  },
  (table) => [
    uniqueIndex('decision_log_number_key').on(table.number),
    index('decision_log_unchained_idx')
      .on(table.id)
      .where(sql`${table.number} is null`),
    index('decision_log_record_idx').on(table.recordId),
    check('decision_log_chained', sql`(${table.number} is null) = (${table.hash} is null)`),
  ],
);
