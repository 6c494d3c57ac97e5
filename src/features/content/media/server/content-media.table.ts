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
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { MEDIA_STATES, MEDIA_TYPES } from '../media.schema.ts';

/**
 * Completely uploaded files. When a row is deleted, a trigger lists its stored files in
 * `deleted_files`.
 */
export const contentMedia = pgTable(
  'content_media',
  {
    /** The second half of the upload's id in the tus protocol. */
    id: primaryId(),
    /**
     * The post that contains the file; deleting the post deletes the file. Posts and tasks come after
     * media, so these two foreign keys are declared only in migrations (0001, 0004).
     */
    postId: uuid(),
    /** Position in the post, from 0. */
    displayOrder: integer(),
    /** The task that the file was submitted for; the file may be in a post, too. */
    taskId: uuid(),
    /**
     * The owner: the influencer that it is reused for, else of the post or task, else the creator of
     * the post or the uploader. Written only by triggers (0038).
     */
    ownerId: uuid(),
    /** Only for a copy of a file in the vault: the influencer that it may be placed for. */
    reusedFor: uuid(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    fileName: text().notNull().default(''),
    mediaType: text({ enum: MEDIA_TYPES }).notNull(),
    mimeType: text().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    /**
     * Storage key of the original; several rows have the same key when a file is reused. Never leaves
     * the server.
     */
    s3Key: text().notNull(),
    thumbnailS3Key: text(),
    state: text({ enum: MEDIA_STATES }).notNull().default('processing'),
    /** Reason of the failure, as shown to users. */
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
    /** SHA-256 of the original in hexadecimal digits; null until the file is processed. */
    sha256: text(),
    /** Perceptual hashes of the picture, or of the scenes of a video (media/pdq.ts). */
    perceptualHashes: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Since when the file is preserved for the authorities: nobody can view or reuse it. Written by a trigger. */
    preservedSince: instant(),
    /** Blurred, very small picture as a data: address; all that a locked post shows. */
    teaser: text(),
  },
  (table) => [
    uniqueIndex('content_media_order_key').on(table.postId, table.displayOrder),
    index('content_media_s3_key_idx').on(table.s3Key),
    index('content_media_unused_idx')
      .on(table.createdAt)
      .where(sql`${table.postId} is null and ${table.taskId} is null`),
    index('content_media_failed_idx')
      .on(table.createdAt)
      .where(sql`${table.state} = 'failed'`),
    index('content_media_task_idx').on(table.taskId),
    index('content_media_owner_idx').on(table.ownerId, table.createdAt, table.id),
    index('content_media_created_idx').on(table.createdAt, table.id),
    // Finds the same file in other posts.
    index('content_media_sha256_idx')
      .on(table.sha256)
      .where(sql`${table.sha256} is not null`),
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
