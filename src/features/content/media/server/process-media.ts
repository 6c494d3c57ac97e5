import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { getWorkFolder, type Config } from '#src/platform/config/config.ts';
import { PRIVATE_FOLDER } from '#src/platform/config/private-folders.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { openDiskSpace } from '#src/platform/storage/disk-space.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { derivedFolder, variantKey } from '../media-keys.ts';
import { MEDIA_MESSAGES } from '../media.schema.ts';
import { contentMedia } from './content-media.table.ts';
import { MediaError, processImage, type MediaErrorCode, type ProcessedImage } from './images.ts';
import { processVideo } from './video/video.ts';

/** Files whose processing failed for reasons of ours, and was tried often enough. */
export const GIVEN_UP_MEDIA_QUEUE = {
  name: 'media-given-up',
  data: z.object({ mediaId: z.uuid() }),
  retries: { limit: 10, delay: 10, delayMax: 5 * 60 },
} satisfies Queue;

/** Pictures that have arrived. */
export const PICTURES_QUEUE = {
  name: 'media-pictures',
  data: GIVEN_UP_MEDIA_QUEUE.data,
  retries: { limit: 3, delay: 10, delayMax: 5 * 60 },
  // A file whose worker was killed is taken up again by another.
  heartbeatSeconds: 20,
  deadLetter: GIVEN_UP_MEDIA_QUEUE.name,
} satisfies Queue;

/** Films that have arrived: one may take hours, for which no picture waits. */
export const FILMS_QUEUE = {
  ...PICTURES_QUEUE,
  name: 'media-films',
  expireSeconds: 12 * 60 * 60,
} satisfies Queue;

type Arrived = Pick<typeof contentMedia.$inferSelect, 'id' | 'mediaType'>;

/** Has a file processed, if the transaction commits. */
export const enqueueProcessing = (tx: Db, jobs: Jobs, { id, mediaType }: Arrived) =>
  jobs.enqueue(tx, mediaType === 'video' ? FILMS_QUEUE : PICTURES_QUEUE, { mediaId: id });

const DAY = 24 * 60 * 60 * 1000;

const MESSAGES: Record<MediaErrorCode, string> = {
  'unsupported-type': MEDIA_MESSAGES.unsupported,
  unreadable: 'The file is damaged or incomplete',
  'too-large-dimensions': 'The picture has too many pixels',
  'no-picture': 'The video has no picture',
};

type Dependencies = {
  db: Db;
  jobs: Jobs;
  storage: Storage;
  config: Config;
  /** Runs in the transaction in which a file of this post became ready, or failed. */
  onPostFileSettled: (tx: Db, postId: string) => Promise<void>;
};
type Media = typeof contentMedia.$inferSelect;
type Facts = Pick<
  typeof contentMedia.$inferInsert,
  'width' | 'height' | 'durationSeconds' | 'renditions' | 'teaser' | 'thumbnailS3Key'
>;

/**
 * Makes the sizes of a file, and a film's renditions.
 * Running it again makes the same files under the same keys.
 * @throws Error when the cause is not the file; the job is tried again
 */
export async function processMedia(deps: Dependencies, mediaId: string): Promise<void> {
  const [media] = await deps.db.select().from(contentMedia).where(eq(contentMedia.id, mediaId));
  // Given up meanwhile, or done by an earlier run of this job.
  if (media?.state !== 'processing') return;
  try {
    const facts = await deps.storage.withLocalFile(media.s3Key, (file) =>
      makeFiles(deps, media, file),
    );
    await settle(deps, mediaId, { state: 'ready', ...facts });
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    await settle(deps, mediaId, { state: 'failed', failure: MESSAGES[error.code] });
  }
}

/** Gives a file up that could not be processed for reasons of ours, after the last try. */
export const giveUpMedia = (deps: Dependencies, mediaId: string) =>
  settle(deps, mediaId, { state: 'failed', failure: 'The file could not be processed' });

const settle = (
  { db, onPostFileSettled }: Pick<Dependencies, 'db' | 'onPostFileSettled'>,
  id: string,
  values: Partial<Media>,
) =>
  db.transaction(async (tx) => {
    const [settled] = await tx
      .update(contentMedia)
      .set(values)
      .where(and(eq(contentMedia.id, id), eq(contentMedia.state, 'processing')))
      .returning({ postId: contentMedia.postId });
    if (!settled) return;
    if (settled.postId) await onPostFileSettled(tx, settled.postId);
    await publishLiveEvent(tx, { topic: 'media' });
  });

/** Removes what runs that were killed have left, a day after. */
export async function sweepWorkFolders(config: Config, now: Date): Promise<void> {
  const parent = getWorkFolder(config);
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = path.join(parent, name);
    const touched = (await stat(folder).catch(() => null))?.mtimeMs ?? now.getTime();
    if (now.getTime() - touched > DAY) await rm(folder, { recursive: true, force: true });
  }
}

async function makeFiles(deps: Dependencies, media: Media, file: string): Promise<Facts> {
  if (media.mediaType === 'video') return makeVideoFiles(deps, media, file);
  return { ...(await storeSizes(deps, media, await processImage(file))), durationSeconds: null };
}

async function makeVideoFiles(deps: Dependencies, media: Media, file: string): Promise<Facts> {
  const parent = getWorkFolder(deps.config);
  await mkdir(parent, { recursive: true, mode: PRIVATE_FOLDER });
  // A film's renditions take about as much as the film.
  await openDiskSpace(parent, deps.config.diskReserve).require(media.fileSize);
  const folder = await mkdtemp(path.join(parent, 'video-'));
  try {
    const { poster, ...video } = await processVideo(file, folder);
    const sizes = await storeSizes(deps, media, await processImage(poster));
    const target = derivedFolder(media.s3Key);
    for (const name of await readdir(folder)) {
      await deps.storage.putFile(target + name, path.join(folder, name));
    }
    return { ...sizes, ...video };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function storeSizes(
  { db, storage }: Dependencies,
  { id, s3Key }: Media,
  { variants, width, height, teaser }: ProcessedImage,
): Promise<Facts> {
  const variantWidths = variants.map((variant) => variant.width);
  // Noted before they are stored: if this run ends here, the files are still known.
  await db.update(contentMedia).set({ variantWidths }).where(eq(contentMedia.id, id));
  for (const variant of variants) {
    await storage.put(variantKey(s3Key, variant.width), variant.data);
  }
  return { width, height, teaser, thumbnailS3Key: variantKey(s3Key, variantWidths[0]!) };
}
