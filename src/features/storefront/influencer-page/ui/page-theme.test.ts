import { expect, test } from 'vitest';
import { contrastRatio, READABLE_CONTRAST } from '#src/lib/color.ts';
import { DEFAULT_THEME_COLOR, themeStyle } from './page-theme.ts';

const themeOf = (color: string | null) => themeStyle(color) as Record<string, string>;

test('an influencer without a colour gets the default colour', () => {
  expect(themeOf(null)['--theme']).toBe(DEFAULT_THEME_COLOR);
});

test.each(['#000000', '#ffffff', '#FFD700', '#ff0000', '#808080', '#b65396'])(
  'text on %s, and text in that colour in both colour schemes, is readable',
  (color) => {
    const theme = themeOf(color);
    for (const [one, other] of [
      [color, theme['--on-theme']],
      [theme['--theme-on-dark'], '#110e0d'],
      [theme['--theme-on-dark'], '#25201d'],
      [theme['--theme-on-light'], '#ffffff'],
      [theme['--theme-on-light'], '#f1ebe2'],
    ]) {
      expect(contrastRatio(one!, other!)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
    }
  },
);

test('a button gets a border only when its colour is close to the background', () => {
  expect(themeOf('#000000')['--edge-on-dark']).toContain('#ffffff');
  expect(themeOf('#000000')['--edge-on-light']).toBe('transparent');
  expect(themeOf('#ffffff')['--edge-on-light']).toContain('#000000');
  expect(themeOf('#ffffff')['--edge-on-dark']).toBe('transparent');
  expect(themeOf('#ff0000')['--edge-on-dark']).toBe('transparent');
});
