import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { MEDIA_STATES, MEDIA_TYPES } from '../media.schema.ts';

/**
 * A file that has arrived whole, in a post or waiting for one. Whenever a row goes, by whatever
 * way, a trigger notes its files in `deleted_files`.
 */
export const contentMedia = pgTable(
  'content_media',
  {
    /** Part of the upload's id in the tus protocol. */
    id: primaryId(),
    /**
     * The post that it is in, and is deleted with. Posts and tasks come after media, so these two
     * foreign keys stand in the migrations alone (0001, 0004).
     */
    postId: uuid(),
    /** Place in the post, from 0. */
    displayOrder: integer(),
    /** The task that it was submitted for, likewise; a post may be made of it. */
    taskId: uuid(),
    /**
     * Whose file it is: of the influencer of its post or task, else of whoever made the post or
     * uploaded the file. Written by triggers alone (0012).
     */
    ownerId: uuid(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    fileName: text().notNull().default(''),
    mediaType: text({ enum: MEDIA_TYPES }).notNull(),
    mimeType: text().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    /** Storage key of the original. Never leaves the server. */
    s3Key: text().notNull(),
    thumbnailS3Key: text(),
    state: text({ enum: MEDIA_STATES }).notNull().default('processing'),
    /** Why it failed, for people. */
    failure: text(),
    width: integer(),
    height: integer(),
    durationSeconds: real(),
    /** Widths of the WebP sizes (of the poster, for a video). */
    variantWidths: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Heights of a video's HLS renditions, highest first. */
    renditions: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Blurred, very small picture as a data: address; all that a locked post shows. */
    teaser: text(),
  },
  (table) => [
    uniqueIndex('content_media_order_key').on(table.postId, table.displayOrder),
    index('content_media_s3_key_idx').on(table.s3Key),
    index('content_media_unused_idx')
      .on(table.createdAt)
      .where(sql`${table.postId} is null and ${table.taskId} is null`),
    index('content_media_task_idx').on(table.taskId),
    oneOf('content_media_type_check', table.mediaType, MEDIA_TYPES),
    oneOf('content_media_state_check', table.state, MEDIA_STATES),
    check('content_media_placed', sql`(${table.postId} is null) = (${table.displayOrder} is null)`),
    check(
      'content_media_failed',
      sql`(${table.state} = 'failed') = (${table.failure} is not null)`,
    ),
    check(
      'content_media_ready',
      sql`${table.state} <> 'ready' or (${table.width} is not null and ${table.height} is not null
        and ${table.teaser} is not null)`,
    ),
    check('content_media_file_size_check', sql`${table.fileSize} > 0`),
    check('content_media_teaser_small', sql`length(${table.teaser}) <= 1500`),
  ],
);
