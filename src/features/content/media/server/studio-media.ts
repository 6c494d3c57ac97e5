import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { prepareStatement } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { StudioMedia } from '../media.schema.ts';
import { fileInScope } from './file-scope.ts';

/** A file `m` as those who make posts see it. */
export const STUDIO_MEDIA = sql`json_build_object(
  'id', m.id, 'fileName', m.file_name, 'fileSize', m.file_size, 'mediaType', m.media_type,
  'state', m.state, 'failure', m.failure, 'width', m.width, 'height', m.height,
  'durationSeconds', m.duration_seconds, 'teaser', m.teaser,
  'widths', m.variant_widths, 'renditions', m.renditions
)`;

/** The present state of these files; those that are gone are left out. */
export async function listStudioMedia(
  pool: Pool,
  actor: Actor,
  ids: string[],
): Promise<StudioMedia[]> {
  const file = { ownerId: sql`m.owner_id`, createdBy: sql`m.created_by` };
  const statement = sql`
    select ${STUDIO_MEDIA} as media from content_media m
    where m.id = any(${sql.param(ids)}::uuid[]) and ${fileInScope(actor, file) ?? sql`true`}`;
  const rows = await prepareStatement<{ media: StudioMedia }>(pool, statement)({});
  return rows.map(({ media }) => media);
}
