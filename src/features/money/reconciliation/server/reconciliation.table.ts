import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  RECORD_KINDS,
  RENEWAL_STATES,
} from '#src/features/money/payments/provider-records.schema.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import {
  DIFFERENCES,
  ITEM_STATUSES,
  RUN_STATUSES,
  type RecordSide,
  type RecordTotal,
} from '../reconciliation.schema.ts';

/** The comparisons with the payment providers. */
export const reconciliationRuns = pgTable(
  'reconciliation_runs',
  {
    id: primaryId(),
    provider: text().notNull(),
    status: text({ enum: RUN_STATUSES }).notNull().default('running'),
    /** Null for the nightly run. */
    startedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    startedAt: createdAt(),
    finishedAt: instant(),
    /** The compared time. */
    fromAt: instant().notNull(),
    toAt: instant().notNull(),
    /** When the provider's records and the ledger were read. */
    providerAsOf: instant(),
    ledgerAsOf: instant(),
    /** The provider's records. */
    compared: integer().notNull().default(0),
    repaired: integer().notNull().default(0),
    opened: integer().notNull().default(0),
    closed: integer().notNull().default(0),
    /** What the provider charged, as far as this run recorded it. */
    feesRecorded: integer().notNull().default(0),
    feeCents: bigint({ mode: 'number' }).notNull().default(0),
    /** Why fees were not recorded. */
    feesError: text(),
    totals: jsonb().$type<RecordTotal[]>().notNull().default([]),
    error: text(),
  },
  (table) => [
    // One run of each provider at a time.
    uniqueIndex('reconciliation_runs_running_key')
      .on(table.provider)
      .where(sql`${table.status} = 'running'`),
    index('reconciliation_runs_newest_idx').on(table.startedAt, table.id),
    index('reconciliation_runs_provider_idx').on(table.provider, table.startedAt),
    oneOf('reconciliation_runs_status_check', table.status, RUN_STATUSES),
    check(
      'reconciliation_runs_finished_check',
      sql`(${table.status} = 'running') = (${table.finishedAt} is null) and (${table.status} = 'failed') = (${table.error} is not null)`,
    ),
    check(
      'reconciliation_runs_as_of_check',
      sql`${table.status} <> 'completed' or num_nulls(${table.providerAsOf}, ${table.ledgerAsOf}) = 0`,
    ),
  ],
);

/** The provider's records of a run, until it has ended: nothing is compared before all are listed. */
export const listedRecords = pgTable(
  'reconciliation_listed_records',
  {
    runId: uuid()
      .notNull()
      .references(() => reconciliationRuns.id, { onDelete: 'cascade' }),
    kind: text({ enum: RECORD_KINDS }).notNull(),
    reference: text().notNull(),
    subscriptionReference: text(),
    paymentReference: text(),
    amountCents: integer(),
    currency: text(),
    state: text({ enum: RENEWAL_STATES }),
    occurredAt: instant().notNull(),
    /** The webhook that would have reported it, if it can be made from the record. */
    reportId: text(),
    reportType: text(),
    report: text(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.kind, table.reference] })],
);

/**
 * Differences between a provider and our ledger, one row for each record: a difference that is found
 * again is the same item. Who settled it has no foreign key: an item still shows that a person
 * explained it after this person has left.
 */
export const reconciliationItems = pgTable(
  'reconciliation_items',
  {
    id: primaryId(),
    provider: text().notNull(),
    kind: text({ enum: RECORD_KINDS }).notNull(),
    reference: text().notNull(),
    difference: text({ enum: DIFFERENCES }).notNull(),
    status: text({ enum: ITEM_STATUSES }).notNull(),
    /** The record as each side has it; null where it is missing. */
    theirs: jsonb().$type<RecordSide>(),
    ours: jsonb().$type<RecordSide>(),
    // No foreign keys: they only link to what there is.
    paymentId: uuid(),
    subscriptionId: uuid(),
    occurredAt: instant().notNull(),
    openedAt: createdAt(),
    lastSeenAt: instant().notNull().defaultNow(),
    resolvedAt: instant(),
    settledBy: uuid(),
    /** The person's reason, or why it was closed without a person. */
    reason: text(),
  },
  (table) => [
    uniqueIndex('reconciliation_items_record_key').on(table.provider, table.kind, table.reference),
    index('reconciliation_items_newest_idx').on(table.openedAt, table.id),
    index('reconciliation_items_open_idx')
      .on(table.openedAt)
      .where(sql`${table.status} = 'open'`),
    oneOf('reconciliation_items_kind_check', table.kind, RECORD_KINDS),
    oneOf('reconciliation_items_difference_check', table.difference, DIFFERENCES),
    oneOf('reconciliation_items_status_check', table.status, ITEM_STATUSES),
    check(
      'reconciliation_items_sides_check',
      sql`(${table.theirs} is null) = (${table.difference} = 'missing_there') and (${table.ours} is null) = (${table.difference} = 'missing_here')`,
    ),
    // Nothing is settled without a person and a reason.
    check(
      'reconciliation_items_settled_check',
      sql`case ${table.status}
        when 'open' then num_nonnulls(${table.resolvedAt}, ${table.settledBy}, ${table.reason}) = 0
        when 'settled' then num_nulls(${table.resolvedAt}, ${table.settledBy}, ${table.reason}) = 0 and btrim(${table.reason}) <> ''
        else num_nulls(${table.resolvedAt}, ${table.reason}) = 0 and ${table.settledBy} is null end`,
    ),
  ],
);
