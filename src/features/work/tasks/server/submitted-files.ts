import { and, asc, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { STUDIO_MEDIA } from '#src/features/content/media/server/studio-media.ts';
import { rowsOfFile } from '#src/features/content/vault/server/in-vault.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { prepareSelect, selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { TaskFile } from '../tasks.schema.ts';
import { tasks } from './tasks.table.ts';

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

/** Lists the tasks that a file of the vault was submitted for, newest first. @throws DomainError 'not-found' */
export async function listTasksOfFile(pool: Pool, actor: Actor, mediaId: string) {
  const isRowOfFile = await rowsOfFile(pool, actor, mediaId);
  const columns = {
    id: tasks.id,
    title: tasks.title,
    status: tasks.status,
    dueDate: tasks.dueDate,
  };
  return selectRows(
    pool,
    columns,
    (selected) => sql`
      select ${selected} from ${contentMedia} join ${tasks} on ${tasks.id} = ${contentMedia.taskId}
      where ${isRowOfFile} order by ${tasks.createdAt} desc, ${tasks.id}`,
  );
}

/**
 * Sets the files of a submission, in order. Allowed are files that the task has already and unused
 * ones of the actor. Other files leave the task and are deleted later, unless they are in a post.
 * @returns the files in order
 * @throws DomainError 'conflict' when the actor cannot submit one of them
 */
export async function setTaskFiles(tx: Db, actor: Actor, taskId: string, mediaIds: string[]) {
  const ids = [...new Set(mediaIds)];
  const isUnused = and(isNull(contentMedia.postId), isNull(contentMedia.taskId));
  const found = await tx
    .select({ id: contentMedia.id, fileName: contentMedia.fileName })
    .from(contentMedia)
    .where(
      and(
        inArray(contentMedia.id, ids),
        or(
          eq(contentMedia.taskId, taskId),
          and(eq(contentMedia.createdBy, actor.userId), isUnused),
        ),
        ne(contentMedia.state, 'failed'),
      ),
    )
    .orderBy(asc(contentMedia.id))
    .for('update');
  if (found.length < ids.length) {
    throw new DomainError('conflict', 'A file failed, has already been used or no longer exists');
  }
  await tx
    .update(contentMedia)
    .set({ taskId: null })
    .where(and(eq(contentMedia.taskId, taskId), notInArray(contentMedia.id, ids)));
  for (const [position, id] of ids.entries()) {
    // The creation time becomes the time of submission, which preserves the order of the files.
    const createdAt = sql`now() + ${position} * interval '1 ms'`;
    await tx.update(contentMedia).set({ taskId, createdAt }).where(eq(contentMedia.id, id));
  }
  const byId = new Map(found.map((file) => [file.id, file]));
  return ids.map((id) => byId.get(id)!);
}
