import { createTheme, type CSSVariablesResolver } from '@mantine/core';

// A dialog stops scrolling by its events. Hiding the bar would set variables of the whole page, which
// calculates the styles of every element again.
const WITH_SCROLL_BAR = { defaultProps: { removeScrollProps: { removeScrollBar: false } } };

/** Mantine's theme, based on the design tokens of tokens.css. */
export const theme = createTheme({
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '480' },
  primaryColor: 'gold',
  primaryShade: { light: 4, dark: 4 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: { ModalRoot: WITH_SCROLL_BAR, DrawerRoot: WITH_SCROLL_BAR },
  colors: {
    gold: [
      '#fdf6e7',
      '#f8e8c4',
      '#f1d79b',
      '#eac577',
      '#e0b35a',
      '#cc9a3b',
      '#ad7f29',
      '#8a641c',
      '#694b13',
      '#49330b',
    ],
    // Warm greys with the lightness of Mantine's own, for skeletons and switches in the light scheme.
    gray: [
      '#faf7f2',
      '#f4efe7',
      '#ebe3d8',
      '#ddd4c7',
      '#cec3b4',
      '#b3a797',
      '#82776b',
      '#4f463e',
      '#39312b',
      '#241e1a',
    ],
    dark: [
      '#f6f1ea',
      '#ddd3c8',
      '#bdb2a6',
      '#8d8379',
      '#3a332e',
      '#2c2622',
      '#1a1614',
      '#110e0d',
      '#0b0908',
      '#060505',
    ],
  },
});

const tokens = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-default': 'var(--ground-raised)',
  '--mantine-color-default-hover': 'var(--ground-high)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--gold)',
  '--mantine-color-red-light-color': 'var(--danger)',
  '--mantine-color-disabled': 'var(--ground-high)',
  '--mantine-color-disabled-color': 'var(--ink-soft)',
  '--mantine-color-disabled-border': 'var(--line)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  dark: tokens,
});
