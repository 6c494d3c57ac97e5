/**
 * Addresses of pictures that anyone may see (profile photos, public pages). A `stem` is the
 * address without size and ending, as the API gives it: `/images/1732100000000-a1b2c3`.
 */
export const publicImageStem = (s3Key: string): string =>
  `/images/${s3Key.replace(/^public\//, '').replace(/\.[a-z0-9]+$/, '')}`;

/** Address of one WebP size; the server answers with the largest it has up to `width` pixels. */
export const publicImageAddress = (stem: string, width: 320 | 640 | 1280 | 1920): string =>
  `${stem}.w${width}.webp`;
