import path from 'node:path';
import type { FileStore } from '@tus/file-store';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';
import type { Storage } from '#src/platform/storage.ts';
import { ingestFile } from './ingest.ts';
import { findUnusedUpload } from './unused-uploads.ts';
import { createWorkQueue } from './work-queue.ts';

type Dependencies = { db: Db; storage: Storage; store: FileStore };
type ArrivingFile = { id: string; metadata?: Record<string, string | null> | undefined };

/** Files being decoded at the same time; more would starve the requests. */
const PROCESSED_AT_ONCE = 2;
const LONGEST_FILE_NAME = 255;

/** Makes whole files usable, a few at a time and each once, however often it is asked for. */
export function createUploadFinisher({ db, storage, store }: Dependencies) {
  const inQueue = createWorkQueue(PROCESSED_AT_ONCE);
  const running = new Map<string, Promise<void>>();

  async function ingest(actor: Actor, { id, metadata }: ArrivingFile): Promise<void> {
    // A file that was ingested just before a connection broke is finished again on resuming.
    if (await findUnusedUpload(db, actor, id)) return;
    const fileName = (metadata?.filename ?? '').slice(0, LONGEST_FILE_NAME);
    const file = { id, createdBy: actor.userId, fileName, path: path.join(store.directory, id) };
    try {
      await ingestFile({ db, storage }, file);
    } catch (error) {
      // Only a failure of ours keeps what was sent: the client's next try then need not resend.
      if (error instanceof DomainError) await store.remove(id).catch(() => {});
      throw error;
    }
    await store.remove(id);
  }

  function finish(actor: Actor, file: ArrivingFile): Promise<void> {
    const started = running.get(file.id);
    if (started) return started;
    const work = inQueue(() => ingest(actor, file)).finally(() => running.delete(file.id));
    running.set(file.id, work);
    return work;
  }

  return {
    finish,
    /** Size in bytes of a file that is through, or null. One left whole by a crash is finished now. */
    async findFinished(actor: Actor, id: string): Promise<number | null> {
      const whole = await store.getUpload(id).catch(() => null);
      if (running.has(id) || (whole && whole.offset === whole.size)) {
        await finish(actor, whole ?? { id });
      }
      return (await findUnusedUpload(db, actor, id))?.fileSize ?? null;
    },
  };
}

export type UploadFinisher = ReturnType<typeof createUploadFinisher>;
