import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, real, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/accounts/server/accounts.table.ts';
import { createdAt, oneOf } from '#src/platform/columns.ts';
import { MEDIA_TYPES } from '../media.schema.ts';

/** A file that has arrived whole and been processed, and belongs to no post yet. */
export const uploads = pgTable(
  'uploads',
  {
    /** The upload's id in the tus protocol. */
    id: text().primaryKey(),
    createdBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fileName: text().notNull(),
    mediaType: text({ enum: MEDIA_TYPES }).notNull(),
    mimeType: text().notNull(),
    s3Key: text().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    durationSeconds: real(),
    variantWidths: integer().array().notNull(),
    teaser: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('uploads_created_idx').on(table.createdAt),
    oneOf('uploads_media_type_check', table.mediaType, MEDIA_TYPES),
    check('uploads_file_size_check', sql`${table.fileSize} > 0`),
  ],
);
