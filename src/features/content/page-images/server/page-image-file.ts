import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import {
  detectMedia,
  MediaError,
  processImage,
  type ProcessedImage,
} from '#src/features/content/media/server/images.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import { imageMessages, type ImageSlot } from '../page-images.schema.ts';

const FAILURE_TEXTS: Partial<Record<MediaError['code'], string>> = {
  unreadable: 'the file is damaged or incomplete',
  'too-large-dimensions': 'it has more than 100 million pixels',
};

/**
 * Reads a picture for a public page, a profile or an application.
 * @throws DomainError 'invalid-file' with the message of its slot, or 'scanner-unavailable'
 */
export async function readPicture(
  slot: ImageSlot,
  { name, bytes }: { name: string; bytes: Buffer },
  scanFile: VirusScan,
): Promise<{ bytes: Buffer; extension: string; image: ProcessedImage }> {
  const { notAnImage } = imageMessages(slot, name);
  const refuse = (reason?: string) =>
    new DomainError('invalid-file', reason ? `${notAnImage}: ${reason}` : notAnImage);
  if (bytes.length === 0) throw refuse('the file is empty');
  const type = await detectMedia(bytes);
  if (type?.mediaType !== 'image') throw refuse();
  if (await scanFile(bytes)) throw refuse('it contains malware');
  if (await isAnimated(bytes)) throw refuse('animated images can’t be used');
  try {
    return {
      bytes,
      extension: type.extension,
      image: await processImage(bytes),
    };
  } catch (error) {
    throw error instanceof MediaError ? refuse(FAILURE_TEXTS[error.code]) : error;
  }
}

async function isAnimated(bytes: Buffer): Promise<boolean> {
  // The image library reads only the first frame of an animated PNG.
  if ((await fileTypeFromBuffer(bytes))?.mime === 'image/apng') return true;
  const metadata = await sharp(bytes)
    .metadata()
    .catch(() => null);
  return (metadata?.pages ?? 1) > 1;
}
