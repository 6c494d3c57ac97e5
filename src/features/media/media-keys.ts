/** Storage key of one WebP size of a file (of the poster, for a video). */
export const variantKey = (s3Key: string, width: number): string =>
  `${s3Key.replace(/\.[a-z0-9]+$/, '')}.w${width}.webp`;

type StoredFile = { s3Key: string; variantWidths: readonly number[] };

/** Every storage key that a file occupies. */
export const storedKeys = ({ s3Key, variantWidths }: StoredFile): string[] => [
  s3Key,
  ...variantWidths.map((width) => variantKey(s3Key, width)),
];
