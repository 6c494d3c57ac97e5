import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { STUDIO_MEDIA } from '#src/features/content/media/server/studio-media.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { prepareSelect } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { TaskFile } from '../tasks.schema.ts';

const prepareFindFiles = (pool: Pool) =>
  prepareSelect(
    pool,
    {
      // Only files with a task are selected.
      taskId: sql<string>`${contentMedia.taskId}`,
      postId: contentMedia.postId,
      media: STUDIO_MEDIA,
    },
    (columns) => sql`
      select ${columns} from ${contentMedia}
      where ${contentMedia.taskId} = any(${sql.placeholder('taskIds')}::uuid[])
      order by ${contentMedia.createdAt}, ${contentMedia.id}`,
    'task_files',
  );

/** Lists the files that were submitted for tasks, by task. */
export function prepareTaskFiles(pool: Pool) {
  const findFiles = prepareFindFiles(pool);
  return async (taskIds: string[]): Promise<Map<string, TaskFile[]>> => {
    const found = taskIds.length > 0 ? await findFiles({ taskIds }) : [];
    const byTask = Map.groupBy(found, ({ taskId }) => taskId);
    return new Map(
      [...byTask].map(([id, rows]) => [
        id,
        rows.map(({ media, postId }) => ({ ...media, postId })),
      ]),
    );
  };
}

/**
 * Attaches unused files of the actor to a task.
 * @throws DomainError 'conflict' when the actor cannot submit one of them
 */
export async function attachTaskFiles(
  tx: Db,
  actor: Actor,
  taskId: string,
  mediaIds: string[],
): Promise<void> {
  const ids = [...new Set(mediaIds)];
  const files = await tx
    .select({ id: contentMedia.id })
    .from(contentMedia)
    .where(
      and(
        inArray(contentMedia.id, ids),
        eq(contentMedia.createdBy, actor.userId),
        isNull(contentMedia.postId),
        isNull(contentMedia.taskId),
        ne(contentMedia.state, 'failed'),
      ),
    )
    .orderBy(asc(contentMedia.id))
    .for('update');
  if (files.length < ids.length) {
    throw new DomainError('conflict', 'A file failed, has already been used or no longer exists');
  }
  for (const [position, id] of ids.entries()) {
    // The creation time becomes the time of submission, which preserves the order of the files.
    const createdAt = sql`now() + ${position} * interval '1 ms'`;
    await tx.update(contentMedia).set({ taskId, createdAt }).where(eq(contentMedia.id, id));
  }
}
