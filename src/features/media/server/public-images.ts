import type { Context } from 'hono';
import { DomainError } from '#src/lib/problem.ts';
import type { Storage } from '#src/platform/storage.ts';
import { variantKey } from '../media-keys.ts';
import { IMAGE_WIDTHS } from '../media.schema.ts';
import type { ImageVariant } from './images.ts';

type Width = (typeof IMAGE_WIDTHS)[number];

// The server's own names only, so nothing in an address can leave the folder.
const NAME = /^([A-Za-z0-9-]{1,100})\.w(\d{2,4})\.webp$/;

const keyOf = (stem: string, width: Width) => variantKey(`public/${stem}`, width);

/**
 * Keeps the sizes of a picture that anyone may see, under the widths that pages ask for: one of
 * 900 pixels is what an address with w1280 gets. `key` is the picture's: `public/{name}.{ending}`.
 */
export async function storePublicImage(
  storage: Storage,
  key: string,
  variants: ImageVariant[],
): Promise<void> {
  for (const { width, data } of variants) {
    const asked = IMAGE_WIDTHS.find((standard) => standard >= width) ?? 1920;
    await storage.put(variantKey(key, asked), data);
  }
}

/** Serves `/images/{stem}.w{width}.webp`. A picture's bytes never change, so they are kept for good. */
export const publicImages = (storage: Storage) => async (c: Context) => {
  const match = NAME.exec(c.req.param('name') ?? '');
  const width = IMAGE_WIDTHS.find((standard) => standard === Number(match?.[2]));
  const found = match?.[1] && width ? await findSize(storage, match[1], width) : null;
  if (!found) throw new DomainError('not-found');

  const etag = `"${found.stem}.w${found.width}"`;
  c.header('cache-control', 'public, max-age=31536000, immutable');
  c.header('etag', etag);
  if (c.req.header('if-none-match')?.split(/,\s*/).includes(etag)) return c.body(null, 304);
  const bytes = await storage.getBytes(keyOf(found.stem, found.width));
  return c.body(new Uint8Array(bytes), 200, { 'content-type': 'image/webp' });
};

/** The asked size, else the largest below it, else the smallest above. */
async function findSize(storage: Storage, stem: string, asked: Width) {
  const below = IMAGE_WIDTHS.filter((width) => width <= asked).toReversed();
  const above = IMAGE_WIDTHS.filter((width) => width > asked);
  for (const width of [...below, ...above]) {
    if (await storage.exists(keyOf(stem, width))) return { stem, width };
  }
  return null;
}
