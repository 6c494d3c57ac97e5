import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { MediaPass } from '#src/features/content/media/server/media-pass.ts';
import { STUDIO_MEDIA } from '#src/features/content/posts/server/studio.ts';
import { DomainError } from '#src/lib/problem.ts';
import { prepareSelect } from '#src/platform/database/statement.ts';
import type { TaskFiles } from './task-files.ts';

const prepareFindFiles = (pool: Pool) =>
  prepareSelect(
    pool,
    {
      // Files of no task are not looked for.
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

/** The files that are handed in for tasks. */
export function createTaskFiles({ pool, mediaPass }: { pool: Pool; mediaPass: MediaPass }) {
  const findFiles = prepareFindFiles(pool);
  const taskFiles: TaskFiles = {
    async list(taskIds) {
      const found = taskIds.length > 0 ? await findFiles({ taskIds }) : [];
      const byTask = Map.groupBy(found, ({ taskId }) => taskId);
      return new Map(
        [...byTask].map(([id, rows]) => [
          id,
          rows.map(({ media, postId }) => ({ ...media, postId })),
        ]),
      );
    },
    async place(tx, actor, taskId, mediaIds) {
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
        throw new DomainError('conflict', 'A file failed, was used already or is no longer there');
      }
      for (const [place, id] of ids.entries()) {
        // From then on it counts as made when it was handed in, which keeps the files in order.
        const createdAt = sql`now() + ${place} * interval '1 ms'`;
        await tx.update(contentMedia).set({ taskId, createdAt }).where(eq(contentMedia.id, id));
      }
    },
    passFor: (actor) => mediaPass.issue(actor.sessionId),
  };
  return taskFiles;
}
