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
import { users } from '#src/features/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import { MEDIA_TYPES } from '#src/features/media/media.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/columns.ts';

export const contentPosts = pgTable(
  'content_posts',
  {
    id: primaryId(),
    influencerId: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    caption: text().notNull(),
    category: text({ enum: CATEGORIES }).notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    // Feeds: newest first for each influencer, and over all of them.
    index('content_posts_influencer_newest_idx').on(table.influencerId, table.createdAt, table.id),
    index('content_posts_newest_idx').on(table.createdAt, table.id),
    index('content_posts_category_newest_idx').on(table.category, table.createdAt, table.id),
    index('content_posts_caption_idx').using('gin', table.caption.op('gin_trgm_ops')),
    oneOf('content_posts_category_check', table.category, CATEGORIES),
    check('content_posts_caption_not_blank', sql`btrim(${table.caption}) <> ''`),
  ],
);

export const contentMedia = pgTable(
  'content_media',
  {
    id: primaryId(),
    postId: uuid()
      .notNull()
      .references(() => contentPosts.id, { onDelete: 'cascade' }),
    mediaType: text({ enum: MEDIA_TYPES }).notNull(),
    /** Storage key of the original. Never leaves the server. */
    s3Key: text().notNull(),
    thumbnailS3Key: text(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    mimeType: text().notNull(),
    displayOrder: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    durationSeconds: real(),
    /** Widths of the WebP sizes (of the poster, for a video). */
    variantWidths: integer().array().notNull(),
    /** Blurred, very small picture as a data: address; all that a locked post shows. */
    teaser: text().notNull(),
  },
  (table) => [
    uniqueIndex('content_media_order_key').on(table.postId, table.displayOrder),
    index('content_media_s3_key_idx').on(table.s3Key),
    oneOf('content_media_type_check', table.mediaType, MEDIA_TYPES),
    check('content_media_file_size_check', sql`${table.fileSize} > 0`),
    check('content_media_teaser_small', sql`length(${table.teaser}) <= 1500`),
  ],
);
