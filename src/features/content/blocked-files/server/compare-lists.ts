import { asc, eq, isNull, sql } from 'drizzle-orm';
import { MATCH_DISTANCE } from '#src/features/content/media/pdq.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { blockedFiles, blockedHashes, hashLists, heldFiles } from './blocked-files.table.ts';

/** Pairs of hashes that one statement compares, which takes about a second. */
const PAIRS = 5_000_000;
const LARGEST_BATCH = 5_000;
/** Then the next run continues. */
const RUN_MS = 30_000;

/**
 * Compares imported lists with the stored files, and holds those that match. The posts that contain
 * them are taken down by a trigger. Continues where the last run ended. Safe to repeat at any time.
 */
export async function compareLists({ db }: { db: Db }): Promise<void> {
  const endsAt = Date.now() + RUN_MS;
  while (Date.now() < endsAt && (await compareBatch(db)));
}

/** Compares the next files with the oldest list that is not complete. @returns whether there was one */
function compareBatch(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [list] = await tx
      .select()
      .from(hashLists)
      .where(isNull(hashLists.comparedAt))
      .orderBy(asc(hashLists.importedAt), asc(hashLists.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!list) return false;
    const size = Math.ceil(Math.min(LARGEST_BATCH, PAIRS / Math.max(1, list.hashCount)));
    const { rows } = await tx.execute<{ held: number; last: string | null }>(
      holdMatches(list, size),
    );
    const { held, last } = rows[0]!;
    await tx
      .update(hashLists)
      .set(last === null ? { comparedAt: sql`now()` } : { comparedUntil: last })
      .where(eq(hashLists.id, list.id));
    if (held > 0) {
      await publishLiveEvent(tx, { topic: 'media' });
      await publishLiveEvent(tx, { topic: 'notifications', backOffice: true });
    }
    return true;
  });
}

const holdMatches = ({ id, comparedUntil }: typeof hashLists.$inferSelect, size: number) => sql`
  with files as materialized (
    select ${contentMedia.id} as id, ${contentMedia.sha256} as sha256, ${contentMedia.perceptualHashes} as hashes
    from ${contentMedia}
    where ${comparedUntil === null ? sql`true` : sql`${contentMedia.id} > ${comparedUntil}::uuid`}
    order by ${contentMedia.id} limit ${sql.raw(String(size))}
  ), looks as materialized (
    select files.id, ('x' || look)::bit(256) as look from files, unnest(files.hashes) look
  ), matches as (
    select files.id as media_id, ${blockedFiles.id} as blocked_file_id, null::int as distance
    from files join ${blockedFiles} on ${blockedFiles.sha256} = files.sha256
    where ${blockedFiles.listId} = ${id} and ${blockedFiles.liftedAt} is null
    union all
    select looks.id, ${blockedFiles.id}, min(bit_count(${blockedHashes.hash} # looks.look))::int
    from looks join ${blockedHashes} on bit_count(${blockedHashes.hash} # looks.look) <= ${MATCH_DISTANCE}
      join ${blockedFiles} on ${blockedFiles.id} = ${blockedHashes.blockedFileId}
    where ${blockedFiles.listId} = ${id} and ${blockedFiles.liftedAt} is null
    group by 1, 2
  ), held as (
    insert into ${heldFiles} (media_id, blocked_file_id, distance)
    select media_id, blocked_file_id, distance from matches on conflict do nothing
    returning id
  )
  select (select count(*)::int from held) as held, (select max(id::text) from files) as last`;
