import {
  IMAGE_MIME_TYPES,
  imageMessages,
  MAXIMUM_IMAGE_BYTES,
  MAXIMUM_IMAGES,
  tooManyImages,
  type ImagePlace,
} from '../page-images.schema.ts';

type Fileish = Pick<File, 'name' | 'type' | 'size'>;

/** Parts chosen files into those to send and words about the others; the server looks at the bytes. */
export function takeImages<F extends Fileish>(
  place: ImagePlace,
  files: readonly F[],
  /** How many pictures the place has, and will have when all uploads have arrived. */
  taken: number,
): { accepted: F[]; refused: string[] } {
  const fitting: F[] = [];
  const refused: string[] = [];
  for (const file of files) {
    const { notAnImage, tooLarge } = imageMessages(place, file.name);
    if (!IMAGE_MIME_TYPES.includes(file.type)) refused.push(notAnImage);
    else if (file.size > MAXIMUM_IMAGE_BYTES) refused.push(tooLarge);
    else fitting.push(file);
  }
  const most = MAXIMUM_IMAGES[place];
  // Where there is one alone, a new one takes its place.
  const accepted = fitting.slice(0, most === 1 ? 1 : Math.max(0, most - taken));
  if (accepted.length < fitting.length) refused.push(tooManyImages(place));
  return { accepted, refused };
}
