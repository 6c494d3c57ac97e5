import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import type { SealedColumn } from '#src/platform/database/sealed-column.ts';
import {
  DOCUMENT_KINDS,
  VERIFICATION_METHODS,
  VERIFICATION_STATUSES,
} from '../verification.schema.ts';
import { performers } from './performers.table.ts';

/** The pictures of ID documents and faces, each encrypted with a key of its own. */
export const performerDocuments = pgTable(
  'performer_documents',
  {
    id: primaryId(),
    performerId: uuid()
      .notNull()
      .references(() => performers.id, { onDelete: 'cascade' }),
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    country: text(),
    /** The number of the document, sealed for the row; null for face pictures. */
    sealedNumber: text(),
    /** The last day on which the document is valid. */
    expiresOn: date({ mode: 'string' }),
    s3Key: text().notNull().unique('performer_documents_s3_key_key'),
    /** The key of the file, sealed for the row. */
    sealedFileKey: text().notNull(),
    createdBy: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    index('performer_documents_performer_idx').on(table.performerId, table.createdAt),
    oneOf('performer_documents_kind_check', table.kind, DOCUMENT_KINDS),
    check(
      'performer_documents_details_check',
      sql`case when ${table.kind} = 'face-picture'
        then num_nonnulls(${table.country}, ${table.sealedNumber}, ${table.expiresOn}) = 0
        else num_nonnulls(${table.country}, ${table.sealedNumber}, ${table.expiresOn}) = 3 end`,
    ),
  ],
);

export const DOCUMENT_NUMBERS: SealedColumn = {
  column: performerDocuments.sealedNumber,
  id: performerDocuments.id,
  purpose: 'performer document number v1',
};
export const DOCUMENT_FILE_KEYS: SealedColumn = {
  column: performerDocuments.sealedFileKey,
  id: performerDocuments.id,
  purpose: 'performer document file v1',
};

/**
 * Checks of identity, by two people or by a verification provider. Who checked and who decided have no foreign key: the record still shows that two
 * people were involved after one of them has left.
 */
export const performerVerifications = pgTable(
  'performer_verifications',
  {
    id: primaryId(),
    performerId: uuid()
      .notNull()
      .references(() => performers.id, { onDelete: 'cascade' }),
    method: text({ enum: VERIFICATION_METHODS }).notNull().default('manual'),
    status: text({ enum: VERIFICATION_STATUSES }).notNull().default('started'),
    /** What the person writes on paper and holds beside the face; empty for a provider. */
    word: text().notNull(),
    startedAt: createdAt(),
    documentId: uuid().references(() => performerDocuments.id),
    facePictureId: uuid().references(() => performerDocuments.id),
    /** The last day of the document, as it was checked. */
    expiresOn: date({ mode: 'string' }),
    checkedBy: uuid(),
    checkedAt: instant(),
    decidedBy: uuid(),
    decidedAt: instant(),
    /** Why it was rejected; the provider's words for its decision. */
    reason: text(),
  },
  (table) => [
    // One check at a time.
    uniqueIndex('performer_verifications_open_key')
      .on(table.performerId)
      .where(sql`${table.status} in ('started', 'checked')`),
    index('performer_verifications_newest_idx').on(table.performerId, table.startedAt),
    index('performer_verifications_document_idx').on(table.documentId),
    index('performer_verifications_face_picture_idx').on(table.facePictureId),
    oneOf('performer_verifications_status_check', table.status, VERIFICATION_STATUSES),
    oneOf('performer_verifications_method_check', table.method, VERIFICATION_METHODS),
    check(
      'performer_verifications_checked_check',
      sql`case when ${table.method} = 'provider'
        then num_nonnulls(${table.documentId}, ${table.facePictureId}, ${table.checkedBy}, ${table.checkedAt}) = 0
          and (${table.status} <> 'verified' or ${table.expiresOn} is not null)
        when ${table.status} in ('checked', 'verified')
        then num_nulls(${table.documentId}, ${table.facePictureId}, ${table.expiresOn}, ${table.checkedBy}, ${table.checkedAt}) = 0
        else true end`,
    ),
    check(
      'performer_verifications_decided_check',
      sql`case when ${table.status} in ('verified', 'rejected')
        then ${table.decidedAt} is not null and (${table.method} = 'provider' or ${table.decidedBy} is not null)
        when ${table.status} = 'ended' then ${table.decidedAt} is not null
        else num_nonnulls(${table.decidedBy}, ${table.decidedAt}) = 0 end`,
    ),
    check(
      'performer_verifications_by_two_people',
      sql`${table.status} <> 'verified' or ${table.method} = 'provider' or ${table.checkedBy} <> ${table.decidedBy}`,
    ),
    check(
      'performer_verifications_rejected_with_reason',
      sql`(${table.status} = 'rejected') = (${table.reason} is not null)`,
    ),
  ],
);
