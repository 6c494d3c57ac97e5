import { expect, test } from 'vitest';
import { MAXIMUM_IMAGE_BYTES } from '../page-images.schema.ts';
import { acceptImages } from './accept-images.ts';

const file = (name: string, type = 'image/png', size = 1000) => ({ name, type, size });
const a = file('a.png');
const b = file('b.png');

test('pictures are accepted up to the maximum of their slot, and the rest is refused', () => {
  expect(acceptImages('about', [a, b], 4)).toEqual({ accepted: [a, b], refused: [] });
  expect(acceptImages('about', [a, b], 5)).toEqual({
    accepted: [a],
    refused: ['Maximum 6 images allowed'],
  });
  expect(acceptImages('why-signup', [a], 4)).toEqual({
    accepted: [],
    refused: ['Maximum 4 images allowed'],
  });
});

test('in a slot for one picture a new one replaces the old one', () => {
  expect(acceptImages('hero', [a], 1)).toEqual({ accepted: [a], refused: [] });
  expect(acceptImages('hero', [a, b], 0)).toEqual({
    accepted: [a],
    refused: ['Maximum 1 images allowed'],
  });
});

test.each([
  [file('video.mp4', 'video/mp4'), 'video.mp4 is not a valid image file'],
  [file('drawing.svg', 'image/svg+xml'), 'drawing.svg is not a valid image file'],
  [file('unknown', ''), 'unknown is not a valid image file'],
  [
    file('big.jpg', 'image/jpeg', MAXIMUM_IMAGE_BYTES + 1),
    'big.jpg is too large. Maximum size is 5MB',
  ],
])('%o is refused before the upload and does not count', (bad, reason) => {
  expect(acceptImages('about', [bad, a], 5)).toEqual({ accepted: [a], refused: [reason] });
});

test('a profile photo has its own messages', () => {
  expect(acceptImages('profile-photo', [file('a.txt', 'text/plain')], 0).refused).toEqual([
    'Please select a valid image file',
  ]);
  const big = file('a.png', 'image/png', MAXIMUM_IMAGE_BYTES + 1);
  expect(acceptImages('profile-photo', [big], 0).refused).toEqual([
    'Image size must be less than 5MB',
  ]);
});
