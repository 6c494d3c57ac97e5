import { and, isNull, lt } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import { UPLOADS_FOLDER, type Storage } from '#src/platform/storage/storage.ts';
import { contentMedia } from './content-media.table.ts';
import { createUploadFinisher } from './finish-uploads.ts';
import { isUploadId } from './upload-ids.ts';

const HOUR = 60 * 60 * 1000;
/** Milliseconds after which a file without post and task is deleted. */
const UNUSED_RETENTION = 24 * HOUR;
/** Milliseconds after which an upload without progress is deleted; long enough for a weekend. */
const ABANDONED_RETENTION = 72 * HOUR;

/** Deletes unused files, abandoned uploads, and partial files left by crashes. */
export async function deleteUnusedUploads(
  services: { db: Db; jobs: Jobs; storage: Storage },
  now: Date,
): Promise<void> {
  const { db, jobs, storage } = services;
  const unusedSince = new Date(now.getTime() - UNUSED_RETENTION);
  await db.transaction(async (tx) => {
    // A concurrent post or submission locks its files: the deletion waits and then finds them used.
    const deleted = await tx
      .delete(contentMedia)
      .where(
        and(
          isNull(contentMedia.postId),
          isNull(contentMedia.taskId),
          lt(contentMedia.createdAt, unusedSince),
        ),
      )
      .returning({ id: contentMedia.id });
    if (deleted.length > 0) await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
  });
  await storage.sweepPartialFiles(unusedSince);

  const finisher = createUploadFinisher(services);
  const untouchedSince = new Date(now.getTime() - ABANDONED_RETENTION);
  for await (const uploadKey of storage.incomingUploads.listStale(untouchedSince)) {
    const id = uploadKey.slice(UPLOADS_FOLDER.length);
    // A crash may have left a complete upload with a stored key: as a file it is deleted with its key.
    if (isUploadId(id)) await finisher.findFinished(id).catch(rethrowUnlessRefused);
    await storage.incomingUploads.remove(uploadKey);
  }
}

function rethrowUnlessRefused(error: unknown): void {
  const code = error instanceof DomainError ? error.code : null;
  if (code !== 'invalid-file' && code !== 'not-found') throw error;
}
