import { sql } from 'drizzle-orm';
import { MATCH_DISTANCE } from '#src/features/content/media/pdq.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { Fingerprint } from '#src/features/content/media/server/fingerprint.ts';
import type { Db } from '#src/platform/database/db.ts';
import { blockedFiles, blockedHashes, blockedUploads, partsOfHash } from './blocked-files.table.ts';

/** A copy of a video contains at least this share of its scenes. */
const SHARE_OF_SCENES = 0.8;

const requested = sql`requested`;

/** The parts that a hash within {@link MATCH_DISTANCE} has one of: each with at most one other bit. */
const NEAR_PARTS = sql`array(
  select part # difference from unnest(${partsOfHash(sql`requested.hash`)}) part,
    unnest(array[${sql.raw([0, ...Array.from({ length: 16 }, (_, bit) => 1 << bit)].join(', '))}]) difference)`;

/**
 * Whether a file has the bytes of a blocked file, or looks like it; each blocked file that it matches is
 * recorded with the upload. A picture is found turned, mirrored and within a video.
 */
export async function isBlocked(
  db: Db,
  mediaId: string,
  { sha256, turnedHashes }: Fingerprint,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with ${requested} as materialized (
      select hash, ${NEAR_PARTS} as near_parts from (
        select distinct ('x' || hash)::bit(256) as hash from unnest(${sql.param(turnedHashes)}::text[]) hash
      ) requested
    ), near as (
      select found.blocked_file_id as id, found.position, min(found.distance) as distance
      from ${requested} cross join lateral (
        select ${blockedHashes.blockedFileId}, ${blockedHashes.position},
          bit_count(${blockedHashes.hash} # ${requested}.hash) as distance
        from ${blockedHashes}
        where ${partsOfHash(blockedHashes.hash)} && ${requested}.near_parts
        offset 0
      ) found
      where found.distance <= ${MATCH_DISTANCE}
      group by 1, 2
    ), matches as (
      select ${blockedFiles.id} as id, null::int as distance from ${blockedFiles}
      where ${blockedFiles.sha256} = ${sha256} and ${blockedFiles.liftedAt} is null
      union all
      select ${blockedFiles.id}, min(near.distance)::int from near
        join ${blockedFiles} on ${blockedFiles.id} = near.id and ${blockedFiles.liftedAt} is null
      group by ${blockedFiles.id}
      having count(*) >= ${SHARE_OF_SCENES}::real * ${blockedFiles.hashCount}
    ), recorded as (
      insert into ${blockedUploads} (blocked_file_id, media_id, file_name, uploaded_by, distance)
      select distinct on (matches.id) matches.id, ${contentMedia.id}, ${contentMedia.fileName},
        ${contentMedia.createdBy}, matches.distance
      from matches join ${contentMedia} on ${contentMedia.id} = ${mediaId}
      order by matches.id, matches.distance nulls first
      on conflict do nothing
    )
    select from matches limit 1`);
  return (rowCount ?? 0) > 0;
}
