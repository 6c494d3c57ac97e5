import { and, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { jsonObject, selectRows, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { StudioMedia } from '../media.schema.ts';
import { contentMedia } from './content-media.table.ts';
import { fileInScope } from './file-scope.ts';

/** A file as the studio shows it. */
export const STUDIO_MEDIA = jsonObject({
  id: contentMedia.id,
  fileName: contentMedia.fileName,
  fileSize: contentMedia.fileSize,
  mediaType: contentMedia.mediaType,
  state: contentMedia.state,
  failure: contentMedia.failure,
  width: contentMedia.width,
  height: contentMedia.height,
  durationSeconds: contentMedia.durationSeconds,
  teaser: contentMedia.teaser,
  widths: contentMedia.variantWidths,
  renditions: contentMedia.renditions,
} satisfies SelectionOf<StudioMedia>);

/** Lists the current state of these files without deleted ones. */
export async function listStudioMedia(
  pool: Pool,
  actor: Actor,
  ids: string[],
): Promise<StudioMedia[]> {
  const isRequested = sql`${contentMedia.id} = any(${sql.param(ids)}::uuid[])`;
  const rows = await selectRows(
    pool,
    { media: STUDIO_MEDIA },
    (columns) => sql`
      select ${columns} from ${contentMedia} where ${and(isRequested, fileInScope(actor))}`,
  );
  return rows.map(({ media }) => media);
}
