import type { CSSProperties } from 'react';
import { contrastRatio, readableTextOn, readableVariant } from '#src/lib/color.ts';

/** The colour of a public page without a chosen one. */
export const DEFAULT_THEME_COLOR = '#FFD700';

/** The backgrounds of tokens.css with the lowest contrast, by colour scheme. */
const LOW_CONTRAST_BACKGROUND = { dark: '#25201d', light: '#f1ebe2' };
/** The backgrounds of buttons in the page's colour. */
const BUTTON_BACKGROUND = { dark: '#110e0d', light: '#faf7f2' };
const VISIBLE_EDGE = 1.5;

/** A border for colours too close to the background. */
function borderColorOn(color: string, background: string): string {
  if (contrastRatio(color, background) >= VISIBLE_EDGE) return 'transparent';
  return `color-mix(in srgb, ${readableTextOn(color)} 45%, ${color})`;
}

/** The page's colour, a readable text colour on it, and a readable text variant of it. */
export function themeStyle(themeColor: string | null): CSSProperties {
  const color = themeColor ?? DEFAULT_THEME_COLOR;
  const text = readableTextOn(color);
  return {
    '--theme': color,
    '--on-theme': text,
    // Opposite to the text colour, so that shading increases the contrast.
    '--off-theme': text === '#000000' ? '#ffffff' : '#000000',
    '--theme-on-dark': readableVariant(color, LOW_CONTRAST_BACKGROUND.dark),
    '--theme-on-light': readableVariant(color, LOW_CONTRAST_BACKGROUND.light),
    '--edge-on-dark': borderColorOn(color, BUTTON_BACKGROUND.dark),
    '--edge-on-light': borderColorOn(color, BUTTON_BACKGROUND.light),
  } as CSSProperties;
}
