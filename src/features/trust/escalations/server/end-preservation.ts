import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import { recordCustody } from './custody.ts';
import { escalationFiles, escalations } from './escalations.table.ts';

/** Deletes the facts and files whose preservation is over. The chain of custody stays. */
export async function endPreservations({
  db,
  jobs,
}: {
  db: Db;
  jobs: Pick<Jobs, 'enqueue'>;
}): Promise<number> {
  const over = await db
    .select({ id: escalations.id })
    .from(escalations)
    .where(and(isNull(escalations.erasedAt), lt(escalations.preservedUntil, sql`now()`)));
  let count = 0;
  for (const { id } of over) {
    await db.transaction(async (tx) => {
      // An officer may have preserved it for longer in the meantime.
      const erased = await tx
        .update(escalations)
        .set({ sealedFacts: null, erasedAt: sql`now()` })
        .where(
          and(
            eq(escalations.id, id),
            isNull(escalations.erasedAt),
            lt(escalations.preservedUntil, sql`now()`),
          ),
        )
        .returning({ id: escalations.id });
      if (erased.length === 0) return;
      await tx.delete(escalationFiles).where(eq(escalationFiles.escalationId, id));
      await recordCustody(tx, id, null, { event: 'erased' });
      await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
      count += 1;
    });
  }
  return count;
}
