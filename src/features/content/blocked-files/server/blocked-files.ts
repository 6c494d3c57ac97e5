import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  containsText,
  orNull,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  BlockedFileQuery,
  blockedFileDetailSchema,
  blockedFileSchema,
} from '../blocked-files.schema.ts';
import { blockedFiles, blockedHashes, blockedUploads, heldFiles } from './blocked-files.table.ts';
import { listHeldFiles } from './held-files.ts';

type File = z.input<typeof blockedFileSchema>;

const lifter = alias(users, 'lifter');
const ofUploads = (value: ReturnType<typeof sql>) => sql`(
  select ${value} from ${blockedUploads} where ${blockedUploads.blockedFileId} = ${blockedFiles.id})`;
const isHeld = sql`${heldFiles.blockedFileId} = ${blockedFiles.id} and ${heldFiles.releasedAt} is null
  and ${blockedFiles.liftedAt} is null`;
const lastMatchedAt = ofUploads(sql`max(${blockedUploads.matchedAt})`);

const LISTING = {
  columns: {
    id: blockedFiles.id,
    source: blockedFiles.source,
    name: blockedFiles.name,
    reason: blockedFiles.reason,
    sha256: blockedFiles.sha256,
    hashCount: blockedFiles.hashCount,
    createdAt: blockedFiles.createdAt,
    createdBy: nameOrEmail<string | null>(users),
    state: sql<
      File['state']
    >`case when ${blockedFiles.liftedAt} is null then 'active' else 'lifted' end`,
    liftedAt: orNull(blockedFiles.liftedAt),
    liftedBy: nameOrEmail<string | null>(lifter),
    liftReason: blockedFiles.liftReason,
    matchCount: sql<number>`${ofUploads(sql`count(*)::int`)}`,
    lastMatchedAt: sql<Date | null>`${lastMatchedAt}`.mapWith(blockedUploads.matchedAt),
    heldCount: sql<number>`(select count(*)::int from ${heldFiles} where ${isHeld})`,
  } satisfies SelectionOf<File>,
  from: sql`${blockedFiles} left join ${users} on ${users.id} = ${blockedFiles.createdBy}
    left join ${users} ${lifter} on ${lifter.id} = ${blockedFiles.liftedBy}`,
  id: blockedFiles.id,
  sorts: {
    newest: { by: blockedFiles.createdAt, type: 'timestamptz' },
  },
} satisfies Listing<'newest'>;

const STATES: Record<NonNullable<BlockedFileQuery['state']>, SQL> = {
  active: isNull(blockedFiles.liftedAt),
  lifted: isNotNull(blockedFiles.liftedAt),
  held: sql`exists (select from ${heldFiles} where ${isHeld})`,
};

/** A page of blocked files, the newest first. */
export function listBlockedFiles(
  pool: Pool,
  { search, state, ...query }: BlockedFileQuery,
): Promise<ListPage<File>> {
  const { name, reason, sha256 } = blockedFiles;
  const where = [containsText(search, name, reason, sha256), state && STATES[state]];
  return listPage(pool, LISTING, { ...query, where });
}

const MAXIMUM_UPLOADS = 50;

/** A blocked file with the newest uploads that it refused, and the stored files that match it. @throws DomainError 'not-found' */
export async function getBlockedFile(
  { db, pool }: { db: Db; pool: Pool },
  id: string,
): Promise<z.input<typeof blockedFileDetailSchema>> {
  const [[file], uploads, held] = await Promise.all([
    selectRows(
      pool,
      LISTING.columns,
      (columns) => sql`select ${columns} from ${LISTING.from} where ${eq(blockedFiles.id, id)}`,
    ),
    db
      .select({
        fileName: blockedUploads.fileName,
        uploadedBy: nameOrEmail<string | null>(users),
        matchedAt: blockedUploads.matchedAt,
        distance: blockedUploads.distance,
      })
      .from(blockedUploads)
      .leftJoin(users, eq(users.id, blockedUploads.uploadedBy))
      .where(eq(blockedUploads.blockedFileId, id))
      .orderBy(desc(blockedUploads.matchedAt))
      .limit(MAXIMUM_UPLOADS),
    listHeldFiles(db, id),
  ]);
  if (!file) throw new DomainError('not-found', 'Blocked file not found');
  return { file, uploads, held };
}

/**
 * Blocks copies of a file; the file itself stays. Blocking the same bytes again changes nothing.
 * @throws DomainError 'not-found', 'not-allowed-in-state' for a file that was never processed
 */
export async function blockFile(
  db: Db,
  { userId: createdBy }: Pick<Actor, 'userId'>,
  { mediaId, reason }: { mediaId: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [media] = await tx
      .select({
        name: contentMedia.fileName,
        sha256: contentMedia.sha256,
        hashes: contentMedia.perceptualHashes,
      })
      .from(contentMedia)
      .where(eq(contentMedia.id, mediaId));
    if (!media) throw new DomainError('not-found', 'The file no longer exists');
    const { name, sha256, hashes } = media;
    if (sha256 === null) {
      throw new DomainError(
        'not-allowed-in-state',
        'The file has no hashes: upload it again first',
      );
    }
    const entry = { source: 'file' as const, name: name || 'Unnamed file', reason, createdBy };
    await addBlockedFiles(tx, [{ ...entry, sha256, hashes }]);
  });
}

type Entry = Pick<typeof blockedFiles.$inferInsert, 'source' | 'name' | 'reason' | 'createdBy'> & {
  sha256: string | null;
  hashes: string[];
};

const toBits = (hash: string) => BigInt(`0x${hash}`).toString(2).padStart(256, '0');

/** @returns the ids of those that were added: those whose bytes are blocked already are not */
export async function addBlockedFiles(tx: Db, entries: Entry[]): Promise<string[]> {
  const added: string[] = [];
  for (let start = 0; start < entries.length; start += 1_000) {
    const part = entries
      .slice(start, start + 1_000)
      .map((entry) => ({ ...entry, id: randomUUID() }));
    const inserted = await tx
      .insert(blockedFiles)
      .values(part.map(({ hashes, ...file }) => ({ ...file, hashCount: hashes.length })))
      .onConflictDoNothing()
      .returning({ id: blockedFiles.id });
    const ids = new Set(inserted.map(({ id }) => id));
    added.push(...ids);
    const hashes = part
      .filter(({ id }) => ids.has(id))
      .flatMap((entry) =>
        entry.hashes.map((hash, position) => ({
          blockedFileId: entry.id,
          position,
          hash: toBits(hash),
        })),
      );
    if (hashes.length > 0) await tx.insert(blockedHashes).values(hashes);
  }
  return added;
}

/**
 * Lifts blocks: copies of the files may be uploaded again, and refused ones processed again.
 * @returns how many were lifted: those that were lifted before are not
 */
export async function liftBlocks(
  tx: Db,
  { userId: liftedBy }: Pick<Actor, 'userId'>,
  { ids, reason }: { ids: string[]; reason: string },
): Promise<number> {
  const lifted = await tx
    .update(blockedFiles)
    .set({ liftedAt: sql`now()`, liftedBy, liftReason: reason })
    .where(and(inArray(blockedFiles.id, ids), isNull(blockedFiles.liftedAt)))
    .returning({ id: blockedFiles.id });
  return lifted.length;
}

/** Lifts one block. @throws DomainError 'not-found', 'not-allowed-in-state' if it was lifted before */
export async function liftBlock(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  id: string,
  reason: string,
): Promise<void> {
  if ((await liftBlocks(db, actor, { ids: [id], reason })) > 0) return;
  const [{ found } = { found: 0 }] = await db
    .select({ found: count() })
    .from(blockedFiles)
    .where(eq(blockedFiles.id, id));
  throw found === 0
    ? new DomainError('not-found', 'Blocked file not found')
    : new DomainError('not-allowed-in-state', 'This block has been lifted already');
}
