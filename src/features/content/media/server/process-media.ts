import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import { getWorkFolder, type Config } from '#src/platform/config/config.ts';
import { PRIVATE_FOLDER } from '#src/platform/config/private-folders.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { openDiskSpace } from '#src/platform/storage/disk-space.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { derivedFolder, variantKey } from '../media-keys.ts';
import { MEDIA_MESSAGES } from '../media.schema.ts';
import type { Luma } from '../pdq.ts';
import { contentMedia } from './content-media.table.ts';
import { fingerprintOf, type Fingerprint } from './fingerprint.ts';
import { MediaError, processImage, type MediaErrorCode, type ProcessedImage } from './images.ts';
import { isIsolated, type Containment } from './video/video-sandbox.ts';
import { processVideo } from './video/video.ts';

/** Files whose processing failed in the last attempt, not because of the file. */
export const FAILED_MEDIA_QUEUE = {
  name: 'media-given-up',
  data: z.object({ mediaId: z.uuid() }),
  retries: { limit: 10, delay: 10, delayMax: 5 * 60 },
} satisfies Queue;

/** Processing of uploaded pictures. */
export const PICTURES_QUEUE = {
  name: 'media-pictures',
  data: FAILED_MEDIA_QUEUE.data,
  // For about twenty minutes: no outage of that length may fail anybody's files.
  retries: { limit: 8, delay: 10, delayMax: 5 * 60 },
  deadLetter: FAILED_MEDIA_QUEUE.name,
} satisfies Queue;

/** Processing of uploaded videos, apart from pictures because a video may take hours. */
export const VIDEOS_QUEUE = {
  ...PICTURES_QUEUE,
  name: 'media-films',
  expireSeconds: 12 * 60 * 60,
} satisfies Queue;

type UploadedFile = Pick<typeof contentMedia.$inferSelect, 'id' | 'mediaType'>;

/** Enqueues the processing of a file with the transaction. */
export function enqueueProcessing(tx: Db, jobs: Jobs, { id, mediaType }: UploadedFile) {
  return jobs.enqueue(tx, mediaType === 'video' ? VIDEOS_QUEUE : PICTURES_QUEUE, { mediaId: id });
}

const DAY = 24 * 60 * 60 * 1000;

const MESSAGES: Record<MediaErrorCode, string> = {
  infected: MEDIA_MESSAGES.infected,
  blocked: MEDIA_MESSAGES.blocked,
  'unsupported-type': MEDIA_MESSAGES.unsupported,
  unreadable: 'The file is damaged or incomplete',
  'too-large-dimensions': 'The image has too many pixels',
  'no-picture': 'The file has no video track',
  'no-isolation': 'Videos can’t be processed on this server yet. Please contact the team.',
};

type Dependencies = {
  db: Db;
  jobs: Jobs;
  storage: Storage;
  scanFile: VirusScan;
  config: Config;
  /** Whether a file is a copy of a blocked one. */
  isBlocked: (mediaId: string, fingerprint: Fingerprint) => Promise<boolean>;
  findContainment: () => Promise<Containment>;
  /** Called in the transaction in which a file of this post became ready or failed. */
  onPostFileProcessed: (tx: Db, postId: string) => Promise<void>;
};
type Media = typeof contentMedia.$inferSelect;
type DerivedFields = Pick<
  typeof contentMedia.$inferInsert,
  | 'width'
  | 'height'
  | 'durationSeconds'
  | 'renditions'
  | 'teaser'
  | 'thumbnailS3Key'
  | 'sha256'
  | 'perceptualHashes'
>;

/**
 * Creates the sizes of a file, and the renditions of a video. A second run creates the same files
 * under the same keys.
 * @throws Error when the file is not the cause; the job is then retried
 */
export async function processMedia(deps: Dependencies, mediaId: string): Promise<void> {
  const [media] = await deps.db.select().from(contentMedia).where(eq(contentMedia.id, mediaId));
  // Discarded in the meantime, or processed by an earlier run of this job.
  if (media?.state !== 'processing') return;
  try {
    const fields = await deps.storage.withLocalFile(media.s3Key, async (file) => {
      const malware = await deps.scanFile(file);
      if (malware) throw new MediaError('infected', { cause: malware });
      return createFiles(deps, media, file);
    });
    await recordOutcome(deps, mediaId, { state: 'ready', ...fields });
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    await recordOutcome(deps, mediaId, { state: 'failed', failure: MESSAGES[error.code] });
  }
}

/** Marks a file as failed after the last attempt, when the file is not the cause. */
export function markMediaFailed(deps: Dependencies, mediaId: string) {
  return recordOutcome(deps, mediaId, {
    state: 'failed',
    failure: 'The file couldn’t be processed',
  });
}

const recordOutcome = (
  { db, onPostFileProcessed }: Pick<Dependencies, 'db' | 'onPostFileProcessed'>,
  id: string,
  values: Partial<Media>,
) =>
  db.transaction(async (tx) => {
    const [updated] = await tx
      .update(contentMedia)
      .set(values)
      .where(and(eq(contentMedia.id, id), eq(contentMedia.state, 'processing')))
      .returning({ postId: contentMedia.postId });
    if (!updated) return;
    if (updated.postId) await onPostFileProcessed(tx, updated.postId);
    await publishLiveEvent(tx, { topic: 'media' });
  });

/** Deletes work folders of killed runs after a day. */
export async function deleteOldWorkFolders(config: Config, now: Date): Promise<void> {
  const parent = getWorkFolder(config);
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = path.join(parent, name);
    const touched = (await stat(folder).catch(() => null))?.mtimeMs ?? now.getTime();
    if (now.getTime() - touched > DAY) await rm(folder, { recursive: true, force: true });
  }
}

async function createFiles(deps: Dependencies, media: Media, file: string): Promise<DerivedFields> {
  if (media.mediaType === 'video') return createVideoFiles(deps, media, file);
  const image = await processImage(file);
  const fingerprint = await refuseBlocked(deps, media, file, [image.luma]);
  return { ...(await storeSizes(deps, media, image)), ...fingerprint, durationSeconds: null };
}

async function createVideoFiles(
  deps: Dependencies,
  media: Media,
  file: string,
): Promise<DerivedFields> {
  if (!deps.config.allowsUnisolatedVideos && !isIsolated(await deps.findContainment())) {
    throw new MediaError('no-isolation');
  }
  const parent = getWorkFolder(deps.config);
  await mkdir(parent, { recursive: true, mode: PRIVATE_FOLDER });
  // The renditions of a video take about as much space as the original.
  await openDiskSpace(parent, deps.config.diskReserve).require(media.fileSize);
  const folder = await mkdtemp(path.join(parent, 'video-'));
  try {
    const { poster, stills, ...video } = await processVideo(file, folder);
    const image = await processImage(poster);
    const fingerprint = await refuseBlocked(deps, media, file, [image.luma, ...stills]);
    const sizes = await storeSizes(deps, media, image);
    const target = derivedFolder(media.s3Key);
    for (const name of await readdir(folder)) {
      await deps.storage.putFile(target + name, path.join(folder, name));
    }
    return { ...sizes, ...fingerprint, ...video };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The fingerprint of a file that may be used. @throws MediaError 'blocked' */
async function refuseBlocked(
  { isBlocked }: Dependencies,
  { id }: Media,
  file: string,
  pictures: Luma[],
): Promise<Pick<Fingerprint, 'sha256' | 'perceptualHashes'>> {
  const fingerprint = await fingerprintOf(file, pictures);
  if (await isBlocked(id, fingerprint)) throw new MediaError('blocked');
  const { sha256, perceptualHashes } = fingerprint;
  return { sha256, perceptualHashes };
}

async function storeSizes(
  { db, storage }: Dependencies,
  { id, s3Key }: Media,
  { variants, width, height, teaser }: ProcessedImage,
): Promise<DerivedFields> {
  const variantWidths = variants.map((variant) => variant.width);
  // Recorded before they are stored, so that the files are known if this run is killed.
  await db.update(contentMedia).set({ variantWidths }).where(eq(contentMedia.id, id));
  for (const variant of variants) {
    await storage.put(variantKey(s3Key, variant.width), variant.data);
  }
  return { width, height, teaser, thumbnailS3Key: variantKey(s3Key, variantWidths[0]!) };
}
