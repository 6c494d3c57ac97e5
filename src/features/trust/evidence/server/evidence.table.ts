import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { EVIDENCE_SOURCES, EVIDENCE_TYPES } from '../evidence.schema.ts';

/** The files that the parties and the team added to complaints. A trigger lists the file of a removed one. */
export const complaintEvidence = pgTable(
  'complaint_evidence',
  {
    id: primaryId(),
    complaintId: uuid()
      .notNull()
      .references(() => complaints.id, { onDelete: 'cascade' }),
    source: text({ enum: EVIDENCE_SOURCES }).notNull(),
    /** Who of the team added it. */
    addedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    fileName: text().notNull(),
    type: text({ enum: EVIDENCE_TYPES }).notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of the received bytes in hex: the same file again changes nothing. */
    sha256: text().notNull(),
    s3Key: text().notNull(),
    /** Since when the file is preserved for the authorities: nobody can view it. Written by a trigger. */
    preservedSince: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('complaint_evidence_sha256_key').on(table.complaintId, table.source, table.sha256),
    index('complaint_evidence_complaint_idx').on(table.complaintId, table.createdAt, table.id),
    index('complaint_evidence_adder_idx').on(table.addedBy),
    oneOf('complaint_evidence_source_check', table.source, EVIDENCE_SOURCES),
    oneOf('complaint_evidence_type_check', table.type, EVIDENCE_TYPES),
    check('complaint_evidence_adder', sql`${table.addedBy} is null or ${table.source} = 'team'`),
    check('complaint_evidence_file_name', sql`char_length(${table.fileName}) between 1 and 255`),
  ],
);
