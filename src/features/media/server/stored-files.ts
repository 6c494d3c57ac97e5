import type { Storage } from '#src/platform/storage.ts';
import { storedKeys, variantKey } from '../media-keys.ts';
import type { ImageVariant } from './images.ts';

type StoredFile = { s3Key: string; variantWidths: number[] };

/** Copies an original by streaming, with its WebP sizes beside it; leaves nothing when it fails. */
export async function storeFile(
  storage: Storage,
  s3Key: string,
  path: string,
  variants: ImageVariant[],
): Promise<StoredFile> {
  const file = { s3Key, variantWidths: variants.map(({ width }) => width) };
  try {
    await storage.copyFromFs(path, s3Key);
    for (const { width, data } of variants) await storage.put(variantKey(s3Key, width), data);
  } catch (error) {
    await removeStoredFile(storage, file);
    throw error;
  }
  return file;
}

/** Removes an original and its sizes; what is gone already does not matter. */
export async function removeStoredFile(storage: Storage, file: StoredFile): Promise<void> {
  for (const key of storedKeys(file)) await storage.delete(key);
}
