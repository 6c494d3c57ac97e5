import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';
import { ESCALATION_EVENTS, FILE_SOURCES, OFFICER_ROLES } from '../escalations.schema.ts';

/** The two people who may see and create escalations. */
export const childSafetyOfficers = pgTable(
  'child_safety_officers',
  {
    role: text({ enum: OFFICER_ROLES }).primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    appointedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    appointedAt: createdAt(),
  },
  (table) => [
    // Two people, not one with both roles.
    unique('child_safety_officers_user_key').on(table.userId),
    index('child_safety_officers_appointer_idx').on(table.appointedBy),
    oneOf('child_safety_officers_role_check', table.role, OFFICER_ROLES),
  ],
);

/** What is preserved of a complaint about a minor, for the authorities. */
export const escalations = pgTable(
  'escalations',
  {
    id: primaryId(),
    complaintId: uuid().references(() => complaints.id, { onDelete: 'set null' }),
    /** The facts as JSON, sealed for the row; null once they were deleted. */
    sealedFacts: text(),
    createdAt: createdAt(),
    authority: text(),
    /** The number that the authority gave the report. */
    authorityReference: text(),
    submittedAt: instant(),
    preservedUntil: instant().notNull(),
    erasedAt: instant(),
  },
  (table) => [
    uniqueIndex('escalations_complaint_key').on(table.complaintId),
    index('escalations_newest_idx').on(table.createdAt, table.id),
    index('escalations_preserved_idx')
      .on(table.preservedUntil)
      .where(sql`${table.erasedAt} is null`),
    check(
      'escalations_submission',
      sql`num_nonnulls(${table.authority}, ${table.authorityReference}, ${table.submittedAt}) in (0, 3)`,
    ),
    check(
      'escalations_erasure',
      sql`(${table.sealedFacts} is null) = (${table.erasedAt} is not null)`,
    ),
    // The law requires a year after the report.
    check(
      'escalations_preserved_long_enough',
      sql`${table.preservedUntil} >= coalesce(${table.submittedAt}, ${table.createdAt}) + interval '12 months'`,
    ),
    check(
      'escalations_erased_afterwards',
      sql`${table.erasedAt} is null or ${table.erasedAt} >= ${table.preservedUntil}`,
    ),
  ],
);

export const ESCALATION_FACTS: SealedColumn = {
  column: escalations.sealedFacts,
  id: escalations.id,
  purpose: 'escalation facts v1',
};

/**
 * The files of escalations. While a row exists, triggers let nobody delete its file, and nobody view
 * it elsewhere.
 */
export const escalationFiles = pgTable(
  'escalation_files',
  {
    id: primaryId(),
    escalationId: uuid()
      .notNull()
      .references(() => escalations.id),
    /** The place in the manifest, from 0. */
    position: integer().notNull(),
    source: text({ enum: FILE_SOURCES }).notNull(),
    name: text().notNull(),
    s3Key: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    uploadedAt: instant().notNull(),
  },
  (table) => [
    unique('escalation_files_key').on(table.escalationId, table.s3Key),
    unique('escalation_files_position_key').on(table.escalationId, table.position),
    index('escalation_files_s3_key_idx').on(table.s3Key),
    oneOf('escalation_files_source_check', table.source, FILE_SOURCES),
  ],
);

/**
 * The chain of custody: every access and every step. A trigger numbers and chains the entries of an
 * escalation, and refuses every change. Who it was is stored by name, because the chain outlives accounts.
 */
export const escalationEvents = pgTable(
  'escalation_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    escalationId: uuid()
      .notNull()
      .references(() => escalations.id),
    number: integer().notNull().default(0),
    event: text({ enum: ESCALATION_EVENTS }).notNull(),
    /** The reason, the reference or the digest of the files. */
    text: text(),
    actor: text().notNull(),
    at: instant()
      .notNull()
      .default(sql`clock_timestamp()`),
    hash: text().notNull().default(''),
  },
  (table) => [
    unique('escalation_events_number_key').on(table.escalationId, table.number),
    oneOf('escalation_events_event_check', table.event, ESCALATION_EVENTS),
  ],
);
