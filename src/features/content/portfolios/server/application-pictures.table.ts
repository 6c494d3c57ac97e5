import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { createdAt, primaryId } from '#src/platform/database/columns.ts';

/** The pictures that applicants added to their applications. A trigger lists the file of a removed one. */
export const applicationPictures = pgTable(
  'application_pictures',
  {
    id: primaryId(),
    applicationId: uuid()
      .notNull()
      .references(() => influencerApplications.id, { onDelete: 'cascade' }),
    fileName: text().notNull(),
    /** SHA-256 of the received bytes: the same picture again changes nothing. */
    fingerprint: text().notNull(),
    s3Key: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('application_pictures_fingerprint_key').on(table.applicationId, table.fingerprint),
    check('application_pictures_file_name', sql`char_length(${table.fileName}) between 1 and 255`),
  ],
);
