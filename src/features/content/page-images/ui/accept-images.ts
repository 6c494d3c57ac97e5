import {
  IMAGE_MIME_TYPES,
  imageMessages,
  MAXIMUM_IMAGE_BYTES,
  MAXIMUM_IMAGES,
  tooManyImages,
  type ImageSlot,
} from '../page-images.schema.ts';

type FileInfo = Pick<File, 'name' | 'type' | 'size'>;

/** Splits chosen files into those to upload and messages about the others. The server checks the bytes. */
export function acceptImages<F extends FileInfo>(
  slot: ImageSlot,
  files: readonly F[],
  /** Number of pictures of the slot, including running uploads. */
  count: number,
  most: number = MAXIMUM_IMAGES[slot],
): { accepted: F[]; refused: string[] } {
  const valid: F[] = [];
  const refused: string[] = [];
  for (const file of files) {
    const { notAnImage, tooLarge } = imageMessages(slot, file.name);
    if (!IMAGE_MIME_TYPES.includes(file.type)) refused.push(notAnImage);
    else if (file.size > MAXIMUM_IMAGE_BYTES) refused.push(tooLarge);
    else valid.push(file);
  }
  // In a slot for one picture a new one replaces it.
  const accepted = valid.slice(0, most === 1 ? 1 : Math.max(0, most - count));
  if (accepted.length < valid.length) refused.push(tooManyImages(most));
  return { accepted, refused };
}
