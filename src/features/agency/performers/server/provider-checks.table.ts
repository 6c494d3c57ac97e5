import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { VERIFICATION_PROVIDERS } from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';
import { DIFFERENCES, SESSION_STATUSES } from '../verification.schema.ts';
import { performerVerifications } from './verification.table.ts';

/** The sessions at verification providers, one for each check that a provider makes. */
export const verificationSessions = pgTable(
  'verification_sessions',
  {
    /** The provider returns it with each report. */
    id: primaryId(),
    /** The newest check that it led to: a provider may change its decision. */
    verificationId: uuid()
      .notNull()
      .unique('verification_sessions_verification_key')
      .references(() => performerVerifications.id, { onDelete: 'cascade' }),
    provider: text({ enum: VERIFICATION_PROVIDERS }).notNull(),
    /** The provider's id; null until the provider has created it. */
    reference: text(),
    /** The private address where the person is checked, sealed for the row, until there is a result. */
    sealedUrl: text(),
    status: text({ enum: SESSION_STATUSES }).notNull().default('created'),
    createdAt: createdAt(),
    /** When the provider made the newest decision. */
    decidedAt: instant(),
    /** When the job last requested a report that did not arrive. */
    reportRequestedAt: instant(),
    differences: text({ enum: DIFFERENCES }).array().notNull().default([]),
    /** What the document says, until somebody has decided about the differences. */
    readGivenNames: text(),
    readSurname: text(),
    readDateOfBirth: date({ mode: 'string' }),
  },
  (table) => [
    uniqueIndex('verification_sessions_reference_key').on(table.provider, table.reference),
    // Those whose report may be lost.
    index('verification_sessions_open_idx')
      .on(table.createdAt)
      .where(sql`${table.status} in ('created', 'submitted', 'review', 'resubmission')`),
    oneOf('verification_sessions_provider_check', table.provider, VERIFICATION_PROVIDERS),
    oneOf('verification_sessions_status_check', table.status, SESSION_STATUSES),
    check(
      'verification_sessions_address_check',
      sql`${table.sealedUrl} is null or ${table.reference} is not null`,
    ),
    check(
      'verification_sessions_read_check',
      sql`cardinality(${table.differences}) > 0
        or num_nonnulls(${table.readGivenNames}, ${table.readSurname}, ${table.readDateOfBirth}) = 0`,
    ),
  ],
);

/** Every verified report, stored before it is handled; each is handled once. */
export const verificationReports = pgTable(
  'verification_reports',
  {
    id: primaryId(),
    provider: text({ enum: VERIFICATION_PROVIDERS }).notNull(),
    /** SHA-256 of the content: a second delivery has the same. */
    contentHash: text().notNull(),
    /** What was sent, sealed for the row; null once it is handled. */
    sealedContent: text(),
    receivedAt: createdAt(),
    handledAt: instant(),
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed; null while the session is unknown. */
    lastError: text(),
  },
  (table) => [
    unique('verification_reports_content_key').on(table.provider, table.contentHash),
    index('verification_reports_unhandled_idx')
      .on(table.receivedAt)
      .where(sql`${table.handledAt} is null`),
    // For the retention.
    index('verification_reports_retention_idx').on(table.receivedAt),
    oneOf('verification_reports_provider_check', table.provider, VERIFICATION_PROVIDERS),
    check(
      'verification_reports_handled_check',
      sql`(${table.handledAt} is null) = (${table.sealedContent} is not null)`,
    ),
  ],
);

/** Whether the provider has not decided; the condition of the index. */
export const isWaiting = sql`${verificationSessions.status} in ('created', 'submitted', 'review', 'resubmission')`;

export const SESSION_ADDRESSES: SealedColumn = {
  column: verificationSessions.sealedUrl,
  id: verificationSessions.id,
  purpose: 'verification session address v1',
};
export const VERIFICATION_REPORTS: SealedColumn = {
  column: verificationReports.sealedContent,
  id: verificationReports.id,
  purpose: 'verification report v1',
};
