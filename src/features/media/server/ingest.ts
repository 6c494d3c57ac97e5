import { stat } from 'node:fs/promises';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Storage } from '#src/platform/storage.ts';
import { MEDIA_MESSAGES } from '../media.schema.ts';
import { detectMedia, MediaError, processImage, type MediaErrorCode } from './images.ts';
import { newStorageKey } from './storage-keys.ts';
import { removeStoredFile, storeFile } from './stored-files.ts';
import { uploads } from './uploads.table.ts';
import { processVideo } from './video.ts';

const MESSAGES: Record<MediaErrorCode, string> = {
  'unsupported-type': MEDIA_MESSAGES.unsupported,
  unreadable: 'The file is damaged or incomplete',
  'too-large-dimensions': 'The picture has too many pixels',
  'no-picture': 'The video has no picture',
};

/** A file that has arrived whole, at `path` outside the storage. */
type ArrivedFile = { id: string; createdBy: string; fileName: string; path: string };

/**
 * Makes an arrived file usable for a post: told by its bytes, with WebP sizes and teaser, stored,
 * and recorded. When it fails, nothing is stored; `path` is left to the caller either way.
 * @throws DomainError 'invalid-file' when the file itself is at fault
 */
export async function ingestFile(
  { db, storage }: { db: Db; storage: Storage },
  { id, createdBy, fileName, path }: ArrivedFile,
): Promise<void> {
  const { variants, type, ...facts } = await readMedia(path).catch((error: unknown) => {
    if (!(error instanceof MediaError)) throw error;
    throw new DomainError('invalid-file', MESSAGES[error.code]);
  });
  const stored = await storeFile(storage, newStorageKey('content', type.extension), path, variants);
  try {
    const { size: fileSize } = await stat(path).catch(() => {
      // Whoever took the file away meanwhile no longer wants it.
      throw new DomainError('not-found');
    });
    const { mediaType, mimeType } = type;
    await db
      .insert(uploads)
      .values({ id, createdBy, fileName, mediaType, mimeType, fileSize, ...facts, ...stored });
  } catch (error) {
    await removeStoredFile(storage, stored);
    throw error;
  }
}

async function readMedia(path: string) {
  const type = await detectMedia(path);
  if (!type) throw new MediaError('unsupported-type');
  if (type.mediaType === 'image') {
    return { type, durationSeconds: null, ...(await processImage(path)) };
  }
  const { poster, ...facts } = await processVideo(path);
  const { teaser, variants } = await processImage(poster);
  return { type, teaser, variants, ...facts };
}
