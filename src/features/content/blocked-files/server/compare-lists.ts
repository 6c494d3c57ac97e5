import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { blockedFiles, blockedHashes, hashLists, heldFiles } from './blocked-files.table.ts';
import { indexHashes, wordsOfBits, wordsOfHex, type HashWords } from './near-hashes.ts';

/** Files of a transaction; comparing them takes some hundredths of a second. */
const FILES = 2_000;
/** Hashes of a list that are read at once. */
const HASHES = 20_000;
/** Then the next run continues. */
const RUN_MS = 30_000;

type List = typeof hashLists.$inferSelect;
type StoredFile = { id: string; sha256: string | null; hashes: string[] };
type Match = { mediaId: string; blockedFileId: string; distance: number | null };
type FindMatches = (tx: Db, files: StoredFile[]) => Promise<Match[]>;

/**
 * Compares imported lists with the stored files, and holds those that match. The posts that contain
 * them are taken down by a trigger. Continues where the last run ended. Safe to repeat at any time.
 */
export async function compareLists({ db }: { db: Db }): Promise<void> {
  const endsAt = Date.now() + RUN_MS;
  // A list is indexed once in a run.
  const indexed = new Map<string, FindMatches>();
  while (Date.now() < endsAt && (await compareBatch(db, indexed)));
}

/** Compares the next files with the oldest list that is not complete. @returns whether there was one */
function compareBatch(db: Db, indexed: Map<string, FindMatches>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [list] = await tx
      .select()
      .from(hashLists)
      .where(isNull(hashLists.comparedAt))
      .orderBy(asc(hashLists.importedAt), asc(hashLists.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!list) return false;
    const findMatches = indexed.get(list.id) ?? (await indexList(tx, list));
    indexed.set(list.id, findMatches);
    const files = await tx
      .select({
        id: contentMedia.id,
        sha256: contentMedia.sha256,
        hashes: contentMedia.perceptualHashes,
      })
      .from(contentMedia)
      .where(list.comparedUntil === null ? undefined : gt(contentMedia.id, list.comparedUntil))
      .orderBy(asc(contentMedia.id))
      .limit(FILES);
    const held = await hold(tx, await findMatches(tx, files));
    const last = files.at(-1);
    await tx
      .update(hashLists)
      .set(last ? { comparedUntil: last.id } : { comparedAt: sql`now()` })
      .where(eq(hashLists.id, list.id));
    if (held > 0) {
      await publishLiveEvent(tx, { topic: 'media' });
      await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
    }
    return true;
  });
}

const isOfList = ({ id }: List) => and(eq(blockedFiles.listId, id), isNull(blockedFiles.liftedAt));

const indexList = async (tx: Db, list: List): Promise<FindMatches> =>
  list.kind === 'sha256' ? findBytes(list) : indexLooks(tx, list);

/** The database has an index of them. */
const findBytes =
  (list: List): FindMatches =>
  async (tx, files) => {
    const ids = files.map(({ id }) => id);
    const same = await tx
      .select({ mediaId: contentMedia.id, blockedFileId: blockedFiles.id })
      .from(contentMedia)
      .innerJoin(blockedFiles, eq(blockedFiles.sha256, contentMedia.sha256))
      .where(and(inArray(contentMedia.id, ids), isOfList(list)));
    return same.map((match) => ({ ...match, distance: null }));
  };

async function indexLooks(tx: Db, list: List): Promise<FindMatches> {
  const ids: string[] = [];
  const looks: HashWords[] = [];
  for (let more = true; more;) {
    const last = ids.at(-1);
    const rows = await tx
      .select({ id: blockedFiles.id, bits: sql<string>`${blockedHashes.hash}::text` })
      .from(blockedFiles)
      .innerJoin(blockedHashes, eq(blockedHashes.blockedFileId, blockedFiles.id))
      .where(and(isOfList(list), last === undefined ? undefined : gt(blockedFiles.id, last)))
      .orderBy(asc(blockedFiles.id))
      .limit(HASHES);
    for (const { id, bits } of rows) {
      ids.push(id);
      looks.push(wordsOfBits(bits));
    }
    more = rows.length === HASHES;
  }
  const findNear = indexHashes(looks);
  return async (_tx, files) =>
    files.flatMap(({ id: mediaId, hashes }) => {
      const nearest = new Map<number, number>();
      for (const { number, distance } of hashes.flatMap((hash) => findNear(wordsOfHex(hash)))) {
        nearest.set(number, Math.min(distance, nearest.get(number) ?? distance));
      }
      return [...nearest].map(([number, distance]) => ({
        mediaId,
        blockedFileId: ids[number]!,
        distance,
      }));
    });
}

/** Holds files, unless the block was lifted in the meantime. @returns how many */
async function hold(tx: Db, matches: Match[]): Promise<number> {
  if (matches.length === 0) return 0;
  const { rowCount } = await tx.execute(sql`
    insert into ${heldFiles} (media_id, blocked_file_id, distance)
    select matches.media_id, ${blockedFiles.id}, matches.distance
    from json_to_recordset(${JSON.stringify(
      matches.map(({ mediaId, blockedFileId, distance }) => ({
        media_id: mediaId,
        blocked_file_id: blockedFileId,
        distance,
      })),
    )}::json) matches (media_id uuid, blocked_file_id uuid, distance int)
    join ${blockedFiles} on ${blockedFiles.id} = matches.blocked_file_id
    where ${isNull(blockedFiles.liftedAt)}
    on conflict do nothing`);
  return rowCount ?? 0;
}
