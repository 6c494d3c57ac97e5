type Rgb = [red: number, green: number, blue: number];

/** The minimum contrast of WCAG AA for text of any size. */
export const READABLE_CONTRAST = 4.5;

function parseHex(hex: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) throw new RangeError(`not a #rrggbb colour: ${hex}`);
  return [match[1]!, match[2]!, match[3]!].map((part) => Number.parseInt(part, 16)) as Rgb;
}

const toHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

// WCAG 2.2, "relative luminance".
function luminance(hex: string): number {
  const [red, green, blue] = parseHex(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast of two #rrggbb colours: from 1 (the same) to 21 (black and white). */
export function contrastRatio(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** Black or white, whichever is more readable on a #rrggbb background: one of them always meets AA. */
export function readableTextOn(background: string): '#000000' | '#ffffff' {
  return contrastRatio(background, '#000000') >= contrastRatio(background, '#ffffff')
    ? '#000000'
    : '#ffffff';
}

/** The colour, or its nearest mix with white or black that is readable as text on `background`. */
export function readableVariant(color: string, background: string): string {
  const target = luminance(background) < 0.18 ? '#ffffff' : '#000000';
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = mixColors(color, target, share);
    if (contrastRatio(mixed, background) >= READABLE_CONTRAST) return mixed;
  }
  return target;
}

/** A mix of two #rrggbb colours: share 0 is the first, 1 the second. */
export function mixColors(from: string, to: string, share: number): string {
  const target = parseHex(to);
  return toHex(parseHex(from).map((part, i) => part + (target[i]! - part) * share) as Rgb);
}
