import { asc, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import { deletedFiles } from './deleted-files.table.ts';
import type { Storage } from './storage.ts';

/** Removes the files in `deleted_files`; enqueue a job wherever rows with storage keys are deleted. */
export const DELETED_FILES_QUEUE = {
  name: 'deleted-files',
  data: z.object({}),
  retries: { limit: 10, delay: 30, delayMax: 60 * 60 },
} satisfies Queue;

const BATCH = 100;

/** Held in shared mode while files are deleted, and alone by a backup, which needs all files of its snapshot. */
export const DELETIONS_LOCK = "hashtext('deleted-files')";

/** Records keys that no row references anymore, in the transaction that removes the reference. */
export async function recordDeletedFiles(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.insert(deletedFiles).values(keys.map((key) => ({ key })));
}

/**
 * Removes all listed files from storage. Files that could not be removed stay listed, and so do all
 * while a backup needs them.
 * @throws Error when the storage fails
 */
export async function deleteListedFiles(db: Db, storage: Storage): Promise<void> {
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ isFree: boolean }>(
        sql`select pg_try_advisory_xact_lock_shared(${sql.raw(DELETIONS_LOCK)}) as "isFree"`,
      );
      if (!rows[0]?.isFree) return 0;
      const files = await tx
        .select()
        .from(deletedFiles)
        .orderBy(asc(deletedFiles.id))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      for (const { key } of files) {
        await (key.endsWith('/') ? storage.deleteFolder(key) : storage.delete(key));
      }
      const ids = files.map(({ id }) => id);
      if (ids.length > 0) await tx.delete(deletedFiles).where(inArray(deletedFiles.id, ids));
      return files.length;
    });
    if (count < BATCH) return;
  }
}
