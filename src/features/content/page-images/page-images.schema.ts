import { z } from 'zod';

/** Maximum number of pictures of each place of an influencer's public page. */
export const MAXIMUM_IMAGES = {
  hero: 1,
  about: 6,
  'sneak-peek': 8,
  'why-signup': 4,
  'ready-background': 1,
  'profile-photo': 1,
} as const;
export type ImagePlace = keyof typeof MAXIMUM_IMAGES;
export const IMAGE_PLACES = Object.keys(MAXIMUM_IMAGES) as [ImagePlace, ...ImagePlace[]];

export const MAXIMUM_IMAGE_BYTES = 5 * 1024 ** 2;
export const IMAGE_MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Messages about unusable pictures. */
export function imageMessages(place: ImagePlace, fileName: string) {
  if (place === 'profile-photo') {
    return {
      notAnImage: 'Please select a valid image file',
      tooLarge: 'Image size must be less than 5MB',
    };
  }
  return {
    notAnImage: `${fileName} is not a valid image file`,
    tooLarge: `${fileName} is too large. Maximum size is 5MB`,
  };
}

export const tooManyImages = (place: ImagePlace): string =>
  `Maximum ${MAXIMUM_IMAGES[place]} images allowed`;

/** Stems of pictures (see lib/images.ts) in the order in which they are shown. */
const images = z.array(z.string());

export const placeImagesSchema = z.object({ images });

/** The pictures of an influencer by place. */
export const pageImagesSchema = z.object({
  fullName: z.string(),
  /** Null if visitors cannot see the page. */
  publicUrl: z.string().nullable(),
  images: z.record(z.enum(IMAGE_PLACES), images),
});
export type PageImages = z.infer<typeof pageImagesSchema>;

export const imagePlaceSchema = z.object({ id: z.uuid(), place: z.enum(IMAGE_PLACES) });
export const imageOrderSchema = z.object({ images: images.max(10) });
