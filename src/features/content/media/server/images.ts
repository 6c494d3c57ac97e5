import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import type { Metadata, Sharp, WebpOptions } from 'sharp';
import { IMAGE_WIDTHS } from '#src/lib/images.ts';
import { decodeInTurn } from '#src/platform/pictures/decode-in-turn.ts';
import type { Luma } from '../pdq.ts';

export type MediaErrorCode =
  | 'infected'
  | 'blocked'
  | 'unsupported-type'
  | 'unreadable'
  | 'too-large-dimensions'
  | 'no-picture'
  | 'no-isolation';

/** An error caused by the file itself, so a retry cannot help. */
export class MediaError extends Error {
  readonly code: MediaErrorCode;

  constructor(code: MediaErrorCode, options?: ErrorOptions) {
    super(`media file refused: ${code}`, options);
    this.name = 'MediaError';
    this.code = code;
  }
}

export type DetectedMedia = { mediaType: 'image' | 'video'; mimeType: string; extension: string };

export type ImageVariant = { width: number; data: Buffer };

/**
 * `width` and `height` are the displayed size of the source in pixels; `teaser` is a data URI of at
 * most 1 KB; `luma` is the brightness of the picture, or of the first frame, in a small size.
 */
export type ProcessedImage = {
  width: number;
  height: number;
  teaser: string;
  luma: Luma;
  variants: ImageVariant[];
};

const MAX_INPUT_PIXELS = 100_000_000;
const MAX_WEBP_SIDE = 16_383;
// Beyond this size, the perceptual hash only costs more time.
const MAX_LUMA_SIDE = 512;
// Limits of an animation: frames, and pixels of all frames. A larger one becomes its first frame.
const MAX_FRAMES = 300;
const MAX_ANIMATED_PIXELS = 40_000_000;
const STILL_OPTIONS = { quality: 80, effort: 3, smartSubsample: true };
// Takes a quarter of the time, for the many frames of an animation.
const ANIMATION_OPTIONS = { quality: 80, effort: 2 };
const INPUT_OPTIONS = {
  failOn: 'error',
  limitInputPixels: MAX_INPUT_PIXELS,
  autoOrient: true,
} as const;

const jpeg: DetectedMedia = { mediaType: 'image', mimeType: 'image/jpeg', extension: 'jpg' };
const png: DetectedMedia = { mediaType: 'image', mimeType: 'image/png', extension: 'png' };
const gif: DetectedMedia = { mediaType: 'image', mimeType: 'image/gif', extension: 'gif' };
const webp: DetectedMedia = { mediaType: 'image', mimeType: 'image/webp', extension: 'webp' };
const mp4: DetectedMedia = { mediaType: 'video', mimeType: 'video/mp4', extension: 'mp4' };
const webm: DetectedMedia = { mediaType: 'video', mimeType: 'video/webm', extension: 'webm' };
const mov: DetectedMedia = { mediaType: 'video', mimeType: 'video/quicktime', extension: 'mov' };
const avi: DetectedMedia = { mediaType: 'video', mimeType: 'video/x-msvideo', extension: 'avi' };

const supportedTypes = new Map<string, DetectedMedia>([
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['image/apng', png],
  ['image/gif', gif],
  ['image/webp', webp],
  ['video/mp4', mp4],
  ['video/x-m4v', mp4],
  ['video/webm', webm],
  ['video/quicktime', mov],
  ['video/vnd.avi', avi],
]);

/** The number of first bytes from which the type of a file is detected. */
export const DETECTION_BYTES = 64 * 1024;

/** Detects the type from a file's first bytes, regardless of its name; null if it is not supported. */
export async function detectMedia(start: Uint8Array): Promise<DetectedMedia | null> {
  return supportedType((await fileTypeFromBuffer(start))?.mime);
}

/**
 * Creates the stored WebP variants, without metadata and in sRGB, and the blurred teaser. Animations
 * stay animated unless they are too large.
 * @throws MediaError
 */
export function processImage(input: string | Buffer): Promise<ProcessedImage> {
  return decodeInTurn(() => createSizes(input));
}

async function createSizes(input: string | Buffer): Promise<ProcessedImage> {
  const type =
    typeof input === 'string' ? await fileTypeFromFile(input) : await fileTypeFromBuffer(input);
  if (supportedType(type?.mime)?.mediaType !== 'image') throw new MediaError('unsupported-type');

  try {
    const source = sharp(input, INPUT_OPTIONS);
    const metadata = await source.metadata();
    const { width, height } = metadata.autoOrient;
    const widths = variantWidths(width);
    const still = await decode(source, widths.at(-1)!);
    const [shown, options] = staysAnimated(metadata)
      ? [sharp(input, { ...INPUT_OPTIONS, animated: true }), ANIMATION_OPTIONS]
      : [still, STILL_OPTIONS];
    const variants: ImageVariant[] = [];
    for (const target of widths) variants.push(await createVariant(shown, target, options));
    const [teaser, luma] = [await createTeaser(still), await readLuma(still)];
    return { width, height, teaser, luma, variants };
  } catch (error) {
    throw toMediaError(error);
  }
}

function supportedType(mimeType: string | undefined): DetectedMedia | null {
  return (mimeType && supportedTypes.get(mimeType)) || null;
}

function staysAnimated({ pages = 1, width, height, orientation = 1 }: Metadata): boolean {
  const small = pages <= MAX_FRAMES && width * height * pages <= MAX_ANIMATED_PIXELS;
  // Animations cannot be rotated.
  return pages > 1 && small && orientation === 1;
}

function variantWidths(sourceWidth: number): number[] {
  const largest = Math.min(sourceWidth, Math.max(...IMAGE_WIDTHS));
  return [...IMAGE_WIDTHS.filter((width) => width < largest), largest];
}

/** Decodes the picture, or the first frame, once at the largest size that is needed. */
async function decode(source: Sharp, width: number): Promise<Sharp> {
  const { data, info } = await resizeTo(source, width).raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

const resizeTo = (source: Sharp, width: number): Sharp =>
  source
    .clone()
    .resize({ width, height: MAX_WEBP_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');

async function createVariant(
  source: Sharp,
  width: number,
  options: WebpOptions,
): Promise<ImageVariant> {
  const { data, info } = await resizeTo(source, width)
    .webp(options)
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, data };
}

// The teaser is sent to viewers without the right to view: 24 blurred pixels show only colours.
async function createTeaser(source: Sharp): Promise<string> {
  const tiny = await source
    .clone()
    .flatten({ background: '#15110e' })
    .resize({ width: 24, height: 40, fit: 'inside' })
    .png()
    .toBuffer();
  const blurred = await sharp(tiny).blur(2).webp({ quality: 40 }).toBuffer();
  return `data:image/webp;base64,${blurred.toString('base64')}`;
}

async function readLuma(source: Sharp): Promise<Luma> {
  const { data, info } = await source
    .clone()
    .flatten({ background: '#000' })
    .resize({
      width: MAX_LUMA_SIDE,
      height: MAX_LUMA_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const values = Float64Array.from({ length: width * height }, (_, index) => {
    const [red, green, blue] = data.subarray(index * channels, index * channels + 3);
    // A grey picture has one channel.
    return channels < 3 ? red! : 0.299 * red! + 0.587 * green! + 0.114 * blue!;
  });
  return { width, height, values };
}

function toMediaError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message.includes('exceeds pixel limit'))
    return new MediaError('too-large-dimensions', { cause: error });
  if (error.message.includes('file is missing')) return error;
  return new MediaError('unreadable', { cause: error });
}
