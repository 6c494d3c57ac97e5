import { and, eq, sql, type SQL } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { UPLOADS_FOLDER, type Storage } from '#src/platform/storage/storage.ts';
import { MEDIA_MESSAGES } from '../media.schema.ts';
import { contentMedia } from './content-media.table.ts';
import { detectMedia, DETECTION_BYTES, type DetectedMedia } from './images.ts';
import { enqueueProcessing } from './process-media.ts';
import { uploadStorageKey } from './storage-keys.ts';
import { readUploadId } from './upload-ids.ts';

type Dependencies = { db: Db; jobs: Jobs; storage: Storage };
type CompleteUpload = { size: number; fileName: string; createdAt: Date };

/**
 * Turns complete uploads into files. Every step can be repeated: after a crash the next request for
 * the upload finishes it, and the result is a single file.
 */
export function createUploadFinisher({ db, jobs, storage }: Dependencies) {
  const { incomingUploads } = storage;
  const running = new Map<string, Promise<number>>();

  async function findCompleteUpload(id: string): Promise<CompleteUpload | null> {
    const upload = await incomingUploads.store.getUpload(UPLOADS_FOLDER + id).catch(() => null);
    if (!upload?.size || upload.offset !== upload.size) return null;
    const fileName = upload.metadata?.filename ?? '';
    return { size: upload.size, fileName, createdAt: new Date(upload.creation_date!) };
  }

  async function finishNow(id: string): Promise<number> {
    const upload = await findCompleteUpload(id);
    const start = upload && (await incomingUploads.readStart(UPLOADS_FOLDER + id, DETECTION_BYTES));
    if (!upload || !start) throw new DomainError('not-found');
    const type = await detectMedia(start);
    if (!type) {
      await incomingUploads.remove(UPLOADS_FOLDER + id);
      throw new DomainError('invalid-file', MEDIA_MESSAGES.unsupported);
    }
    const s3Key = uploadStorageKey(id, upload.createdAt, type.extension);
    await incomingUploads.storeAs(UPLOADS_FOLDER + id, s3Key);
    await record({ db, jobs }, id, { ...upload, type, s3Key });
    return upload.size;
  }

  async function finish(id: string): Promise<number> {
    const done = await findSize(db, id);
    const size =
      done ??
      (await finishNow(id).catch(async (error: unknown) => {
        // Another process may have recorded the file in the meantime.
        const finished = await findSize(db, id);
        if (finished === null) throw error;
        return finished;
      }));
    await incomingUploads.remove(UPLOADS_FOLDER + id);
    return size;
  }

  function finishOnce(id: string): Promise<number> {
    const started = running.get(id);
    if (started) return started;
    const work = finish(id).finally(() => running.delete(id));
    running.set(id, work);
    return work;
  }

  return {
    /** @throws DomainError 'invalid-file' for an unsupported type; the upload is then removed */
    finish: finishOnce,
    /** Size of a finished upload of its user (an id may be made up), or null; finishes a complete one first. */
    async findFinished(id: string): Promise<number | null> {
      if (running.has(id) || (await findCompleteUpload(id))) return finishOnce(id);
      return findSize(db, id, eq(contentMedia.createdBy, readUploadId(id).userId));
    },
  };
}

async function findSize(db: Db, id: string, ownership?: SQL): Promise<number | null> {
  const [media] = await db
    .select({ fileSize: contentMedia.fileSize })
    .from(contentMedia)
    .where(and(eq(contentMedia.id, readUploadId(id).mediaId), ownership));
  return media?.fileSize ?? null;
}

const record = (
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  id: string,
  { size, fileName, type, s3Key }: CompleteUpload & { type: DetectedMedia; s3Key: string },
) =>
  db.transaction(async (tx) => {
    const { userId, mediaId } = readUploadId(id);
    const { mediaType, mimeType } = type;
    // The creator may have been deleted in the meantime.
    const createdBy = sql`(select ${users.id} from ${users} where ${users.id} = ${userId})`;
    await tx
      .insert(contentMedia)
      .values({ id: mediaId, createdBy, fileName, mediaType, mimeType, fileSize: size, s3Key });
    await enqueueProcessing(tx, jobs, { id: mediaId, mediaType });
  });

export type UploadFinisher = ReturnType<typeof createUploadFinisher>;
