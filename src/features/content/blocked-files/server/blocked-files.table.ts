import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import {
  bit,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { BLOCK_SOURCES, HASH_KINDS } from '../blocked-files.schema.ts';

/** Imported lists of hashes. A job compares each with the files that are stored already. */
export const hashLists = pgTable(
  'hash_lists',
  {
    id: primaryId(),
    name: text().notNull(),
    kind: text({ enum: HASH_KINDS }).notNull(),
    /** The number of hashes that were not blocked before. */
    hashCount: integer().notNull(),
    importedAt: createdAt(),
    importedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The last stored file that was compared, in the order of their ids. */
    comparedUntil: uuid(),
    /** When all stored files had been compared. */
    comparedAt: instant(),
  },
  (table) => [
    oneOf('hash_lists_kind_check', table.kind, HASH_KINDS),
    index('hash_lists_uncompared_idx')
      .on(table.importedAt)
      .where(sql`${table.comparedAt} is null`),
  ],
);

/** Files whose copies are refused at upload. */
export const blockedFiles = pgTable(
  'blocked_files',
  {
    id: primaryId(),
    source: text({ enum: BLOCK_SOURCES }).notNull(),
    /** The list that contains it. */
    listId: uuid().references(() => hashLists.id),
    /** The name of the imported list, or of the file. */
    name: text().notNull(),
    reason: text().notNull(),
    sha256: text(),
    /** The number of its rows in `blocked_hashes`. */
    hashCount: integer().notNull().default(0),
    createdAt: createdAt(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Since when it no longer blocks. */
    liftedAt: instant(),
    liftedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    liftReason: text(),
  },
  (table) => [
    uniqueIndex('blocked_files_sha256_key')
      .on(table.sha256)
      .where(sql`${table.liftedAt} is null`),
    index('blocked_files_newest_idx').on(table.createdAt, table.id),
    index('blocked_files_list_idx').on(table.listId),
    oneOf('blocked_files_source_check', table.source, BLOCK_SOURCES),
    check('blocked_files_list_check', sql`${table.listId} is null or ${table.source} = 'list'`),
    check('blocked_files_sha256_check', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
    check('blocked_files_hash_check', sql`${table.sha256} is not null or ${table.hashCount} > 0`),
    check(
      'blocked_files_lift_check',
      sql`(${table.liftedAt} is null) = (${table.liftReason} is null)`,
    ),
  ],
);

/** A hash consists of so many parts of 16 bits. */
const PARTS = 16;

/**
 * The parts of a hash, each as a number whose higher bits are its place. Of two hashes that look alike, one
 * part differs in at most one bit, see near-hashes.ts.
 */
export function partsOfHash(hash: SQLWrapper): SQL<number[]> {
  const parts = Array.from(
    { length: PARTS },
    (_, part) =>
      sql`${sql.raw(String(part << 16))} + substring(${hash}, ${sql.raw(String(part * 16 + 1))}, 16)::int`,
  );
  return sql<number[]>`array[${sql.join(parts, sql`, `)}]`;
}

/** The perceptual hashes of blocked files. */
export const blockedHashes = pgTable(
  'blocked_hashes',
  {
    blockedFileId: uuid()
      .notNull()
      .references(() => blockedFiles.id, { onDelete: 'cascade' }),
    /** From 0; a video has one for each scene. */
    position: integer().notNull(),
    hash: bit({ dimensions: 256 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockedFileId, table.position] }),
    // For uploads, which look for near hashes. Without fastupdate, they never read a list of pending ones.
    index('blocked_hashes_parts_idx')
      .using('gin', sql`(${partsOfHash(table.hash)})`)
      .with({ fastupdate: false }),
  ],
);

/** Uploads that were refused, each once for a blocked file. */
export const blockedUploads = pgTable(
  'blocked_uploads',
  {
    id: primaryId(),
    blockedFileId: uuid()
      .notNull()
      .references(() => blockedFiles.id, { onDelete: 'cascade' }),
    /** Null once the file is deleted. */
    mediaId: uuid().references(() => contentMedia.id, { onDelete: 'set null' }),
    fileName: text().notNull(),
    uploadedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    matchedAt: instant().notNull().defaultNow(),
    /** The number of different bits; null for the same bytes. */
    distance: integer(),
  },
  (table) => [
    uniqueIndex('blocked_uploads_media_key').on(table.mediaId, table.blockedFileId),
    index('blocked_uploads_newest_idx').on(table.blockedFileId, table.matchedAt),
    check('blocked_uploads_distance_check', sql`${table.distance} between 0 and 256`),
  ],
);

/**
 * Stored files that match a list. A post with one of them is not published (`has_held_file`) until it is
 * released, or the block is lifted.
 */
export const heldFiles = pgTable(
  'held_files',
  {
    id: primaryId(),
    mediaId: uuid()
      .notNull()
      .references(() => contentMedia.id, { onDelete: 'cascade' }),
    blockedFileId: uuid()
      .notNull()
      .references(() => blockedFiles.id, { onDelete: 'cascade' }),
    /** The number of different bits; null for the same bytes. */
    distance: integer(),
    heldAt: createdAt(),
    releasedAt: instant(),
    releasedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Why the file is not what the list means. */
    releaseReason: text(),
  },
  (table) => [
    uniqueIndex('held_files_key').on(table.mediaId, table.blockedFileId),
    index('held_files_block_idx').on(table.blockedFileId),
    index('held_files_open_idx')
      .on(table.heldAt)
      .where(sql`${table.releasedAt} is null`),
    check('held_files_distance_check', sql`${table.distance} between 0 and 256`),
    check(
      'held_files_release_check',
      sql`(${table.releasedAt} is null) = (${table.releaseReason} is null)`,
    ),
  ],
);
