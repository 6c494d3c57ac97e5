/** Widths in pixels of the stored WebP sizes. A picture is never enlarged. */
export const IMAGE_WIDTHS = [320, 640, 1280, 1920] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/**
 * The stem of a public picture's addresses (profile photos, public pages): the address without size
 * and extension, as the API returns it, such as `/images/1732100000000-a1b2c3-960x1200-7c2530`.
 */
export function publicImageStem(s3Key: string): string {
  return `/images/${s3Key.replace(/^public\//, '').replace(/\.[a-z0-9]+$/, '')}`;
}

/** Address of one WebP size; the server sends the largest existing size up to `width` pixels. */
export function publicImageAddress(stem: string, width: ImageWidth): string {
  return `${stem}.w${width}.webp`;
}

/** The size in pixels as displayed, and the average colour as #rrggbb, from a picture's name. */
export type PublicImageInfo = { width: number; height: number; color: string };

/** Widths of the sizes of a picture, up to the first that is at least as wide as the picture. */
export function publicImageWidths({ width }: Pick<PublicImageInfo, 'width'>): ImageWidth[] {
  const last = IMAGE_WIDTHS.find((standard) => standard >= width) ?? IMAGE_WIDTHS.at(-1)!;
  return IMAGE_WIDTHS.filter((standard) => standard <= last);
}

/** The end of a picture's name, which {@link parsePublicImageName} parses. */
export function publicImageSuffix({ width, height, color }: PublicImageInfo): string {
  return `-${width}x${height}-${color.slice(1)}`;
}

/** Size and colour of a picture from its name; null if the name does not contain them. */
export function parsePublicImageName(stem: string): PublicImageInfo | null {
  const match = /-([1-9]\d{0,5})x([1-9]\d{0,5})-([0-9a-f]{6})$/.exec(stem);
  return match && { width: Number(match[1]), height: Number(match[2]), color: `#${match[3]}` };
}

/**
 * The value of `srcset`: the existing sizes with their visible widths. A frame with the given aspect
 * (width by height) crops the sides of a wider picture, which reduces its visible width.
 */
export function publicImageSrcSet(stem: string, frameAspect?: number): string {
  const info = parsePublicImageName(stem);
  const largest = info?.width ?? Number.POSITIVE_INFINITY;
  const crop = info && frameAspect ? Math.max(1, info.width / info.height / frameAspect) : 1;
  return publicImageWidths({ width: largest })
    .map((width) => {
      const visible = Math.max(1, Math.round(Math.min(width, largest) / crop));
      return `${publicImageAddress(stem, width)} ${visible}w`;
    })
    .join(', ');
}
