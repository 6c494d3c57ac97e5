import { and, eq, isNull } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import { contentMedia } from './content-media.table.ts';
import { fileInScope } from './file-scope.ts';
import { enqueueProcessing } from './process-media.ts';

type Dependencies = { db: Db; jobs: Jobs };

/** Processes a failed file again. @throws DomainError 'not-allowed-in-state' when it has not failed */
export function retryMedia({ db, jobs }: Dependencies, actor: Actor, mediaId: string) {
  return db.transaction(async (tx) => {
    const [again] = await tx
      .update(contentMedia)
      .set({ state: 'processing', failure: null })
      .where(
        and(eq(contentMedia.id, mediaId), eq(contentMedia.state, 'failed'), fileInScope(actor)),
      )
      .returning();
    if (!again) throw new DomainError('not-allowed-in-state', 'The file hasn’t failed');
    await enqueueProcessing(tx, jobs, again);
    await publishLiveEvent(tx, { topic: 'media' });
  });
}

/** Deletes an unused file of the actor. @throws DomainError 'not-found' */
export function discardMedia({ db, jobs }: Dependencies, actor: Actor, mediaId: string) {
  return db.transaction(async (tx) => {
    const discarded = await tx
      .delete(contentMedia)
      .where(
        and(
          eq(contentMedia.id, mediaId),
          isNull(contentMedia.postId),
          isNull(contentMedia.taskId),
          eq(contentMedia.createdBy, actor.userId),
        ),
      )
      .returning({ id: contentMedia.id });
    if (discarded.length === 0) throw new DomainError('not-found');
    await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
  });
}
