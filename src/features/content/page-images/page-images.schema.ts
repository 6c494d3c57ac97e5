import { z } from 'zod';

/** Maximum number of pictures of each slot of an influencer's public page. */
export const MAXIMUM_IMAGES = {
  hero: 1,
  about: 6,
  'sneak-peek': 8,
  'why-signup': 4,
  'ready-background': 1,
  'profile-photo': 1,
} as const;
export type ImageSlot = keyof typeof MAXIMUM_IMAGES;
export const IMAGE_SLOTS = Object.keys(MAXIMUM_IMAGES) as [ImageSlot, ...ImageSlot[]];

export const MAXIMUM_IMAGE_BYTES = 5 * 1024 ** 2;
export const IMAGE_MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Messages about unusable pictures. */
export function imageMessages(slot: ImageSlot, fileName: string) {
  if (slot === 'profile-photo') {
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

export function tooManyImages(most: number): string {
  return `Maximum ${most} images allowed`;
}

/** Stems of pictures (see lib/images.ts) in the order in which they are shown. */
const stem = z.string().max(300);
const images = z.array(stem);

export const slotImagesSchema = z.object({ images });

/** The pictures of an influencer by slot. */
export const pageImagesSchema = z.object({
  fullName: z.string(),
  /** Null if visitors cannot see the page. */
  publicUrl: z.string().nullable(),
  images: z.record(z.enum(IMAGE_SLOTS), images),
});
export type PageImages = z.infer<typeof pageImagesSchema>;

export const imageSlotSchema = z.object({ id: z.uuid(), slot: z.enum(IMAGE_SLOTS) });
export const imageQuerySchema = z.object({ image: stem });
export const imageOrderSchema = z.object({ images: images.max(10) });
