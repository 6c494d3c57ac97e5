import { bigint, date, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { oneOf } from './columns.ts';

/** The records whose number and amounts are counted. */
export const COUNTED_RECORDS = ['application', 'message', 'role', 'task', 'subscription'] as const;
export type CountedRecord = (typeof COUNTED_RECORDS)[number];

/**
 * How many records are in which state, for figures of the whole platform. Triggers of the records add a
 * row for each change, so that no change waits for another; a job folds them into one for each state. A
 * total is the sum of its rows. What a record counts as is defined once, by `total_of` (0089); the view
 * `counted_records` counts all of them again.
 */
export const recordTotals = pgTable(
  'record_totals',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    record: text({ enum: COUNTED_RECORDS }).notNull(),
    state: text().notNull(),
    /** The due day of an open task, or the first day of the month in which a person joined (UTC). */
    day: date({ mode: 'string' }),
    /** The commission of an active subscription; null without a plan. */
    percent: numeric({ precision: 5, scale: 2, mode: 'number' }),
    /** Negative in a row that takes records away. */
    count: integer().notNull(),
    /** The prices of active subscriptions. */
    cents: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    index('record_totals_state_idx').on(table.record, table.state),
    oneOf('record_totals_record_check', table.record, COUNTED_RECORDS),
  ],
);
