import type { Context } from 'hono';
import sharp from 'sharp';
import { variantKey } from '#src/features/content/media/media-keys.ts';
import type { ProcessedImage } from '#src/features/content/media/server/images.ts';
import { newStorageName } from '#src/features/content/media/server/storage-keys.ts';
import { matchesEntityTag } from '#src/lib/entity-tag.ts';
import {
  IMAGE_WIDTHS,
  type ImageWidth,
  publicImageSuffix,
  publicImageWidths,
} from '#src/lib/images.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { FileFolder, Storage } from '#src/platform/storage/storage.ts';

const FOLDER: FileFolder = 'public';
// Only names created by the server, so an address cannot leave the folder.
const NAME = /^([A-Za-z0-9-]{1,100})\.w(\d{2,4})\.webp$/;

const keyOf = (stem: string, width: ImageWidth) => variantKey(`${FOLDER}/${stem}`, width);

/** Every storage key that a picture may occupy. */
export function publicImageKeys(key: string): string[] {
  return [key, ...IMAGE_WIDTHS.map((width) => variantKey(key, width))];
}

/**
 * Stores a public picture with its sizes and returns its key. Its name, random unless given, ends with
 * size and colour (see lib/images.ts), so that pages can reserve its space. If a file cannot be stored,
 * none is.
 */
export async function storePublicImage(
  storage: Storage,
  {
    bytes,
    extension,
    name = newStorageName(),
  }: { bytes: Buffer; extension: string; name?: string },
  { width, height, variants }: ProcessedImage,
): Promise<string> {
  const color = await averageColor(variants[0]!.data);
  const key = `${FOLDER}/${name}${publicImageSuffix({ width, height, color })}.${extension}`;
  try {
    await storage.put(key, bytes);
    for (const variant of variants) {
      // Stored under requested widths: w1280 returns a picture with 900 pixels.
      const requested = publicImageWidths(variant).at(-1)!;
      await storage.put(variantKey(key, requested), variant.data);
    }
  } catch (error) {
    await deletePublicImage(storage, key);
    throw error;
  }
  return key;
}

/** Deletes a picture that is not used yet. */
export async function deletePublicImage(storage: Storage, key: string): Promise<void> {
  await Promise.all(publicImageKeys(key).map((file) => storage.delete(file)));
}

async function averageColor(picture: Buffer): Promise<string> {
  const { channels } = await sharp(picture).flatten({ background: '#25201d' }).stats();
  return `#${channels
    .slice(0, 3)
    .map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Serves `/images/{stem}.w{width}.webp`. A picture never changes, so it is cached permanently. */
export function publicImages(storage: Storage) {
  return async (c: Context) => {
    const match = NAME.exec(c.req.param('name') ?? '');
    const width = IMAGE_WIDTHS.find((standard) => standard === Number(match?.[2]));
    const found = match?.[1] && width ? await findSize(storage, match[1], width) : null;
    if (!found) throw new DomainError('not-found');

    const etag = `"${found.stem}.w${found.width}"`;
    c.header('cache-control', 'public, max-age=31536000, immutable');
    c.header('etag', etag);
    if (matchesEntityTag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
    const bytes = await storage.getBytes(keyOf(found.stem, found.width));
    if (!bytes) throw new DomainError('not-found');
    return c.body(new Uint8Array(bytes), 200, { 'content-type': 'image/webp' });
  };
}

/** The requested size, else the largest below it, else the smallest above. */
async function findSize(storage: Storage, stem: string, requested: ImageWidth) {
  const below = IMAGE_WIDTHS.filter((width) => width <= requested).toReversed();
  const above = IMAGE_WIDTHS.filter((width) => width > requested);
  for (const width of [...below, ...above]) {
    if (await storage.exists(keyOf(stem, width))) return { stem, width };
  }
  return null;
}
