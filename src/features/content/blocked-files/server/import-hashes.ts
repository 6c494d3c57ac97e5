import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { HashListDetails, ImportResult } from '../blocked-files.schema.ts';
import { blockedFiles, blockedHashes, hashLists } from './blocked-files.table.ts';
import { readHashList } from './read-hash-list.ts';

type HashList = HashListDetails & { chunks: AsyncIterable<Uint8Array> };

/**
 * Blocks all hashes of a list; nothing is added while a line is no hash. The list is read to its end
 * before anything is stored. Afterwards, a job compares it with the stored files.
 * @throws DomainError like {@link readHashList}
 */
export async function importHashes(
  db: Db,
  { userId: importedBy }: Pick<Actor, 'userId'>,
  { name, kind, chunks }: HashList,
): Promise<ImportResult> {
  const { hashes: listed, problems } = await readHashList(chunks);
  if (problems.length > 0) return { added: 0, known: 0, problems };
  const hashes = [...new Set(listed)];
  return db.transaction(async (tx) => {
    // Of two imports of the same list, the second finds the hashes of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('import-hashes'))`);
    const list = { name, kind, importedBy, hashes };
    const { rowCount } = await tx.execute(kind === 'sha256' ? addBytes(list) : addLooks(list));
    const added = rowCount ?? 0;
    return { added, known: hashes.length - added, problems };
  });
}

type NewList = HashListDetails & { importedBy: string; hashes: string[] };

/** Stores a list with those of its hashes that are in no block. @param isKnown the blocks with `listed.hash` */
const addUnknown = ({ name, kind, importedBy, hashes }: NewList, isKnown: SQL) => sql`
  with unknown as materialized (
    select gen_random_uuid() as id, listed.hash from unnest(${sql.param(hashes)}::text[]) listed(hash)
    where not exists (${isKnown})
  ), list as (
    insert into ${hashLists} (name, kind, imported_by, hash_count)
    select ${name}, ${kind}, ${importedBy}::uuid, count(*) from unknown
    returning id, name, imported_by
  ), added as (
    insert into ${blockedFiles} (id, source, list_id, name, reason, created_by, sha256, hash_count)
    select unknown.id, 'list', list.id, list.name, 'On the list ' || list.name, list.imported_by,
      ${kind === 'sha256' ? sql`unknown.hash, 0` : sql`null, 1`}
    from unknown, list
    on conflict do nothing returning id
  )`;

const addBytes = (list: NewList) => {
  const isKnown = sql`select from ${blockedFiles}
    where ${blockedFiles.liftedAt} is null and ${blockedFiles.sha256} = listed.hash`;
  return sql`${addUnknown(list, isKnown)} select from added`;
};

const addLooks = (list: NewList) => {
  const isKnown = sql`select from ${blockedHashes}
    join ${blockedFiles} on ${blockedFiles.id} = ${blockedHashes.blockedFileId}
    where ${blockedFiles.liftedAt} is null
      and ${blockedHashes.hash} = ('x' || listed.hash)::bit(256)`;
  return sql`${addUnknown(list, isKnown)}
    insert into ${blockedHashes} (blocked_file_id, position, hash)
    select id, 0, ('x' || hash)::bit(256) from unknown`;
};
