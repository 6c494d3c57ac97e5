import { expect, test } from 'vitest';
import { toSlug } from './slug.ts';
import { abbreviateCount, captionPreview, isolateBidi } from './text.ts';

test.each([
  [999, '999'],
  [1_000, '1.0K'],
  [12_345, '12.3K'],
  [999_949, '999.9K'],
  [999_950, '1.0M'],
  [1_000_000, '1.0M'],
  [2_550_000, '2.5M'],
])('a count of %d is abbreviated to %s', (count, text) => {
  expect(abbreviateCount(count)).toBe(text);
});

test('a caption of 150 characters stays whole, and a longer one ends in an ellipsis', () => {
  expect(captionPreview('x'.repeat(150))).toBe('x'.repeat(150));
  expect(captionPreview('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
  // The preview of a preview is the same, and no grapheme is split.
  const long = captionPreview(`${'x'.repeat(149)}🏳️‍🌈yz`);
  expect(long).toBe(`${'x'.repeat(149)}🏳️‍🌈…`);
  expect(captionPreview(long)).toBe(long);
});

test.each([
  ['Marlowe Vesperine', 'marlowe-vesperine'],
  ['  Čarodějka 99!', '-arod-jka-99-'],
])('%j becomes the public URL %s', (name, slug) => {
  expect(toSlug(name)).toBe(slug);
});

test('a name with bidirectional control characters does not affect the sentence around it', () => {
  expect(`Delete ${isolateBidi('\u202eeman')}?`).toBe('Delete \u2068\u202eeman\u2069?');
});
