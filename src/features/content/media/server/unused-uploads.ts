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
/** A file that is in no post and of no task is kept this long, in milliseconds. */
const UNUSED_KEPT = 24 * HOUR;
/** An upload that nobody goes on with is kept this long: over a weekend, in milliseconds. */
const HALF_SENT_KEPT = 72 * HOUR;

/** Removes what nobody uses: unused files, half-sent uploads, what crashes left half-written. */
export async function sweepUploads(
  services: { db: Db; jobs: Jobs; storage: Storage },
  now: Date,
): Promise<void> {
  const { db, jobs, storage } = services;
  const unusedSince = new Date(now.getTime() - UNUSED_KEPT);
  await db.transaction(async (tx) => {
    // A post or a submission being made holds its files locked: the delete waits, then finds them used.
    const swept = await tx
      .delete(contentMedia)
      .where(
        and(
          isNull(contentMedia.postId),
          isNull(contentMedia.taskId),
          lt(contentMedia.createdAt, unusedSince),
        ),
      )
      .returning({ id: contentMedia.id });
    if (swept.length > 0) await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
  });
  await storage.sweepPartialFiles(unusedSince);

  const finisher = createUploadFinisher(services);
  const untouchedSince = new Date(now.getTime() - HALF_SENT_KEPT);
  for await (const arrival of storage.incomingUploads.listStale(untouchedSince)) {
    const id = arrival.slice(UPLOADS_FOLDER.length);
    // One left whole by a crash may have its key already: as a file it is swept with it.
    if (isUploadId(id)) await finisher.findFinished(id).catch(unlessRefused);
    await storage.incomingUploads.remove(arrival);
  }
}

function unlessRefused(error: unknown): void {
  const code = error instanceof DomainError ? error.code : null;
  if (code !== 'invalid-file' && code !== 'not-found') throw error;
}
