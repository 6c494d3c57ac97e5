import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const DISPLAY_FONT = fileURLToPath(new URL('./fonts/card-display.ttf', import.meta.url));
const TEXT_FONT = fileURLToPath(new URL('./fonts/card-text.ttf', import.meta.url));

// The characters of our fonts: Latin with Vietnamese, Greek, Cyrillic and their punctuation.
const DRAWABLE =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u0148\u014a-\u017e\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u049d\u04a0-\u04ff\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122]+$/;
// Removed silently: emoji, and characters that only control the direction or joining of text.
const ORNAMENT =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\ufe0f]/gu;
const LONGEST_NAME = 90;

/** The drawable form of a name, or null when our fonts lack a glyph for it. */
export function drawableName(name: string): string | null {
  const plain = name.normalize('NFC').replace(ORNAMENT, '').replace(/\s+/g, ' ').trim();
  if (!DRAWABLE.test(plain)) return null;
  const short = plain.slice(0, LONGEST_NAME).trimEnd();
  return short.length < plain.length ? `${short}…` : short;
}

export type TextPicture = { data: Buffer; width: number; height: number };
type TextStyle = {
  family: 'display' | 'text';
  /** Font size in pixels. */
  size: number;
  color: string;
  /** Maximum line width in pixels; without it the text is one line. */
  width?: number;
  /** Whether a word that is too long for a line may break. */
  breakWords?: boolean;
};

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Draws text on a transparent background, cropped to the glyphs. */
export async function drawText(text: string, style: TextStyle): Promise<TextPicture> {
  const { family, size, color, width, breakWords = false } = style;
  // Loading the text font first lets the display font fall back to it.
  if (family === 'display') await textFontIsKnown();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
      font: family === 'display' ? `Card Display, Card Text ${size}` : `Card Text ${size}`,
      fontfile: family === 'display' ? DISPLAY_FONT : TEXT_FONT,
      // Makes points equal pixels.
      dpi: 72,
      rgba: true,
      spacing: Math.round(size * 0.06),
      ...(width ? { width, wrap: breakWords ? 'word-char' : 'word' } : { wrap: 'none' }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

let known: Promise<unknown> | undefined;
function textFontIsKnown(): Promise<unknown> {
  known ??= drawText('.', { family: 'text', size: 10, color: '#000000' });
  return known;
}

/**
 * Draws text in the largest size that fits the lines and pixels; truncates it at the smallest size.
 */
export async function drawFittingText(
  text: string,
  color: string,
  { width, height, sizes }: { width: number; height: number; sizes: number[] },
): Promise<TextPicture> {
  for (const size of sizes) {
    const picture = await drawText(text, { family: 'display', size, color, width });
    if (picture.width <= width && picture.height <= height) return picture;
  }
  const size = sizes.at(-1)!;
  const picture = await drawText(text, {
    family: 'display',
    size,
    color,
    width,
    breakWords: true,
  });
  if (picture.width <= width && picture.height <= height) return picture;
  const fit = { width: Math.min(width, picture.width), height: Math.min(height, picture.height) };
  const data = await sharp(picture.data)
    .extract({ left: 0, top: 0, ...fit })
    .png()
    .toBuffer();
  return { data, ...fit };
}
