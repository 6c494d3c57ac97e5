import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastRatio, READABLE_CONTRAST, readableTextOn, readableVariant } from './color.ts';

const hex = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#0000ff', '#ffffff', 8.59],
  ['#FFD700', '#000000', 14.97],
])('the contrast of %s and %s is %d, as WCAG says', (one, other, expected) => {
  expect(contrastRatio(one, other)).toBeCloseTo(expected, 1);
  expect(contrastRatio(other, one)).toBe(contrastRatio(one, other));
});

test('text on any theme colour is readable', () => {
  fc.assert(
    fc.property(
      hex,
      (ground) => contrastRatio(ground, readableTextOn(ground)) >= READABLE_CONTRAST,
    ),
    // Medium brightness: neither near-black nor near-white text would be readable.
    { examples: [['#b65396']] },
  );
});

test('any theme colour has a readable variant on any ground', () => {
  fc.assert(
    fc.property(
      hex,
      hex,
      (color, ground) => contrastRatio(readableVariant(color, ground), ground) >= READABLE_CONTRAST,
    ),
    { numRuns: 1_000 },
  );
});

test('a readable colour stays unchanged', () => {
  expect(readableVariant('#ffd700', '#110e0d')).toBe('#ffd700');
});

test('a value that is not a #rrggbb colour is rejected', () => {
  expect(() => contrastRatio('gold', '#ffffff')).toThrow(RangeError);
});
