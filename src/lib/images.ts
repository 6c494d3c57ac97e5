/** Widths in pixels of the stored WebP sizes; none is larger than the picture itself. */
export const IMAGE_WIDTHS = [320, 640, 1280, 1920] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/**
 * Addresses of pictures that anyone may see (profile photos, public pages). A `stem` is the
 * address without size and ending, as the API gives it:
 * `/images/1732100000000-a1b2c3-960x1200-7c2530`.
 */
export const publicImageStem = (s3Key: string): string =>
  `/images/${s3Key.replace(/^public\//, '').replace(/\.[a-z0-9]+$/, '')}`;

/** Address of one WebP size; the server answers with the largest it has up to `width` pixels. */
export const publicImageAddress = (stem: string, width: ImageWidth): string =>
  `${stem}.w${width}.webp`;

/** What a picture's name says of it: pixels as seen, and its average colour as #rrggbb. */
export type PublicImageInfo = { width: number; height: number; color: string };

/** Widths of the sizes of a picture: the first that is no smaller than it holds the picture itself. */
export function publicImageWidths({ width }: Pick<PublicImageInfo, 'width'>): ImageWidth[] {
  const last = IMAGE_WIDTHS.find((standard) => standard >= width) ?? IMAGE_WIDTHS.at(-1)!;
  return IMAGE_WIDTHS.filter((standard) => standard <= last);
}

/** The end of a picture's name that {@link publicImageFacts} reads. */
export const publicImageSuffix = ({ width, height, color }: PublicImageInfo): string =>
  `-${width}x${height}-${color.slice(1)}`;

/** Size and colour of a picture from its name; null for a name that does not say. */
export function publicImageInfo(stem: string): PublicImageInfo | null {
  const match = /-([1-9]\d{0,5})x([1-9]\d{0,5})-([0-9a-f]{6})$/.exec(stem);
  return match && { width: Number(match[1]), height: Number(match[2]), color: `#${match[3]}` };
}

/**
 * The value of `srcset`: the sizes there are, each with the width of it that shows. In a frame of
 * the given aspect (width by height) a wider picture is cut at the sides, so less of it does.
 */
export function publicImageSrcSet(stem: string, frameAspect?: number): string {
  const facts = publicImageInfo(stem);
  const largest = facts?.width ?? Number.POSITIVE_INFINITY;
  const cut = facts && frameAspect ? Math.max(1, facts.width / facts.height / frameAspect) : 1;
  return publicImageWidths({ width: largest })
    .map((width) => {
      const shown = Math.max(1, Math.round(Math.min(width, largest) / cut));
      return `${publicImageAddress(stem, width)} ${shown}w`;
    })
    .join(', ');
}
