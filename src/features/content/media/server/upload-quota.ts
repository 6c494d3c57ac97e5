import { sql } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import { createWorkQueue } from '#src/lib/work-queue.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { UPLOADS_FOLDER, type Storage } from '#src/platform/storage/storage.ts';
import { uploadIdPrefix } from './upload-ids.ts';

type Dependencies = { config: Pick<Config, 'openUploads'>; db: Db; storage: Storage };

const REMEDY = 'Finish or cancel some of them first. They are removed after three days.';

/** Limits the number and size of unfinished uploads of a user. */
export function createUploadQuota({ config, db, storage }: Dependencies) {
  const { most, bytes } = config.openUploads;
  // A process uses at most one connection for waiting.
  const inTurn = createWorkQueue(1);
  return {
    /** Runs the creation of an upload exclusively in all processes. */
    begin: <T>(work: () => Promise<T>): Promise<T> =>
      inTurn(() =>
        db.transaction(async (tx) => {
          await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('open uploads', 0))`);
          return work();
        }),
      ),
    /** @throws DomainError 'too-many-uploads' when another upload of this size exceeds the limits */
    async require(userId: string, size: number): Promise<void> {
      let [count, sum] = [1, size];
      const prefix = UPLOADS_FOLDER + uploadIdPrefix(userId);
      for await (const upload of storage.incomingUploads.listOpen(prefix)) {
        count += 1;
        sum += upload.size;
      }
      if (count > most) {
        throw new DomainError('too-many-uploads', `You have ${most} unfinished uploads. ${REMEDY}`);
      }
      if (sum > bytes) {
        const limit = `${bytes / 1024 ** 3} GB`;
        const detail = `Your unfinished uploads can total ${limit} at most. ${REMEDY}`;
        throw new DomainError('too-many-uploads', detail);
      }
    },
  };
}

export type UploadQuota = ReturnType<typeof createUploadQuota>;
