import { expect, test } from 'vitest';
import {
  parsePublicImageName,
  publicImageSrcSet,
  publicImageStem,
  publicImageSuffix,
} from './images.ts';

test('the name of a public picture contains its size and colour', () => {
  const info = { width: 960, height: 1200, color: '#7c2530' };
  const stem = publicImageStem(`public/1732100000000-a1b2c3${publicImageSuffix(info)}.jpg`);
  expect(stem).toBe('/images/1732100000000-a1b2c3-960x1200-7c2530');
  expect(parsePublicImageName(stem)).toEqual(info);
});

test.each([
  '/images/1732100000000-a1b2c3',
  '/images/1-a-0x10-ffffff',
  '/images/1-a-10x10-fff',
  '/images/1-a-10x10-ffffff.w320.webp',
  '/images/1-a-10x10-"/**/-ffffff',
  'https://example.test/avatar.png',
  '',
])('a name without size and colour gives null: %s', (stem) => {
  expect(parsePublicImageName(stem)).toBeNull();
});

const widths = (stem: string) =>
  publicImageSrcSet(stem)
    .split(', ')
    .map((entry) => entry.replace('/images/1-a', ''));

test.each([
  ['-90x60-aabbcc', ['-90x60-aabbcc.w320.webp 90w']],
  ['-640x640-aabbcc', ['-640x640-aabbcc.w320.webp 320w', '-640x640-aabbcc.w640.webp 640w']],
  [
    '-960x1200-aabbcc',
    [
      '-960x1200-aabbcc.w320.webp 320w',
      '-960x1200-aabbcc.w640.webp 640w',
      '-960x1200-aabbcc.w1280.webp 960w',
    ],
  ],
])('the source set has only sizes that exist: %s', (suffix, offered) => {
  expect(widths(`/images/1-a${suffix}`)).toEqual(offered);
});

test.each(['/images/1-a', '/images/1-a-4000x3000-aabbcc'])(
  'the source set of large pictures and of pictures of unknown size has all sizes: %s',
  (stem) => {
    expect(widths(stem).map((entry) => entry.split(' ')[1])).toEqual([
      '320w',
      '640w',
      '1280w',
      '1920w',
    ]);
  },
);

test('in a frame that crops its sides, a picture counts with its visible width', () => {
  const landscape = '/images/1-a-1200x800-aabbcc';
  expect(publicImageSrcSet(landscape, 3 / 4)).toContain('.w640.webp 320w');
  expect(publicImageSrcSet(landscape, 3 / 2)).toContain('.w640.webp 640w');
  expect(publicImageSrcSet('/images/1-a-800x1200-aabbcc', 1)).toContain('.w640.webp 640w');
});
