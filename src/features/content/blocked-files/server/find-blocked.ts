import { sql } from 'drizzle-orm';
import { MATCH_DISTANCE } from '#src/features/content/media/pdq.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { Fingerprint } from '#src/features/content/media/server/fingerprint.ts';
import type { Db } from '#src/platform/database/db.ts';
import { blockedFiles, blockedHashes, blockedUploads } from './blocked-files.table.ts';

/** A copy of a video contains at least this share of its scenes. */
const SHARE_OF_SCENES = 0.8;

const requested = sql`requested`;

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
    with ${requested} as (
      select distinct ('x' || hash)::bit(256) as hash from unnest(${sql.param(turnedHashes)}::text[]) hash
    ), near as (
      select ${blockedHashes.blockedFileId} as id, ${blockedHashes.position} as position,
        min(bit_count(${blockedHashes.hash} # ${requested}.hash)) as distance
      from ${blockedHashes} join ${blockedFiles} on ${blockedFiles.id} = ${blockedHashes.blockedFileId}
        cross join ${requested}
      where ${blockedFiles.liftedAt} is null
        and bit_count(${blockedHashes.hash} # ${requested}.hash) <= ${MATCH_DISTANCE}
      group by 1, 2
    ), matches as (
      select ${blockedFiles.id} as id, null::int as distance from ${blockedFiles}
      where ${blockedFiles.sha256} = ${sha256} and ${blockedFiles.liftedAt} is null
      union all
      select ${blockedFiles.id}, min(near.distance)::int from near
        join ${blockedFiles} on ${blockedFiles.id} = near.id
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
