import { expect, test } from 'vitest';
import { MAXIMUM_IMAGE_BYTES } from '../page-images.schema.ts';
import { takeImages } from './accept-images.ts';

const file = (name: string, type = 'image/png', size = 1000) => ({ name, type, size });
const a = file('a.png');
const b = file('b.png');

test('pictures are taken up to the maximum of their place, and the rest is told', () => {
  expect(takeImages('about', [a, b], 4)).toEqual({ accepted: [a, b], refused: [] });
  expect(takeImages('about', [a, b], 5)).toEqual({
    accepted: [a],
    refused: ['Maximum 6 images allowed'],
  });
  expect(takeImages('why-signup', [a], 4)).toEqual({
    accepted: [],
    refused: ['Maximum 4 images allowed'],
  });
});

test('one picture takes the place of another where there is but one', () => {
  expect(takeImages('hero', [a], 1)).toEqual({ accepted: [a], refused: [] });
  expect(takeImages('hero', [a, b], 0)).toEqual({
    accepted: [a],
    refused: ['Maximum 1 images allowed'],
  });
});

test.each([
  [file('film.mp4', 'video/mp4'), 'film.mp4 is not a valid image file'],
  [file('drawing.svg', 'image/svg+xml'), 'drawing.svg is not a valid image file'],
  [file('unknown', ''), 'unknown is not a valid image file'],
  [
    file('big.jpg', 'image/jpeg', MAXIMUM_IMAGE_BYTES + 1),
    'big.jpg is too large. Maximum size is 5MB',
  ],
])('%o is refused before it is sent, and does not take room', (bad, reason) => {
  expect(takeImages('about', [bad, a], 5)).toEqual({ accepted: [a], refused: [reason] });
});

test('a profile photo is refused in words of its own', () => {
  expect(takeImages('profile-photo', [file('a.txt', 'text/plain')], 0).refused).toEqual([
    'Please select a valid image file',
  ]);
  const big = file('a.png', 'image/png', MAXIMUM_IMAGE_BYTES + 1);
  expect(takeImages('profile-photo', [big], 0).refused).toEqual([
    'Image size must be less than 5MB',
  ]);
});
