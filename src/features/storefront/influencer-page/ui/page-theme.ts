import type { CSSProperties } from 'react';
import { contrastRatio, readableTextOn, readableVariant } from '#src/lib/color.ts';

/** The colour of a public page whose influencer has chosen none. */
export const DEFAULT_THEME_COLOR = '#FFD700';

/** The grounds of tokens.css that are hardest to read on, by colour scheme. */
const HARDEST = { dark: '#25201d', light: '#f1ebe2' };
/** The grounds that buttons of the page's colour lie on. */
const GROUND = { dark: '#110e0d', light: '#faf7f2' };
const VISIBLE_EDGE = 1.5;

/** A line around what would otherwise melt into its ground. */
function edgeOn(color: string, ground: string): string {
  if (contrastRatio(color, ground) >= VISIBLE_EDGE) return 'transparent';
  return `color-mix(in srgb, ${readableTextOn(color)} 45%, ${color})`;
}

/** The page's own colour, with what is readable on it and as text of the colour itself. */
export function themeStyle(themeColor: string | null): CSSProperties {
  const color = themeColor ?? DEFAULT_THEME_COLOR;
  const text = readableTextOn(color);
  return {
    '--theme': color,
    '--on-theme': text,
    // Away from the text's colour, so that shading only makes it more readable.
    '--off-theme': text === '#000000' ? '#ffffff' : '#000000',
    '--theme-on-dark': readableVariant(color, HARDEST.dark),
    '--theme-on-light': readableVariant(color, HARDEST.light),
    '--edge-on-dark': edgeOn(color, GROUND.dark),
    '--edge-on-light': edgeOn(color, GROUND.light),
  } as CSSProperties;
}
