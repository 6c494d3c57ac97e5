import { expect, test } from 'vitest';
import {
  publicImageInfo,
  publicImageSrcSet,
  publicImageStem,
  publicImageSuffix,
} from './images.ts';

test('the name of a public picture tells its size and colour', () => {
  const facts = { width: 960, height: 1200, color: '#7c2530' };
  const stem = publicImageStem(`public/1732100000000-a1b2c3${publicImageSuffix(facts)}.jpg`);
  expect(stem).toBe('/images/1732100000000-a1b2c3-960x1200-7c2530');
  expect(publicImageInfo(stem)).toEqual(facts);
});

test.each([
  '/images/1732100000000-a1b2c3',
  '/images/1-a-0x10-ffffff',
  '/images/1-a-10x10-fff',
  '/images/1-a-10x10-ffffff.w320.webp',
  '/images/1-a-10x10-"/**/-ffffff',
  'https://example.test/avatar.png',
  '',
])('a name without them tells nothing: %s', (stem) => {
  expect(publicImageInfo(stem)).toBeNull();
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
])('a browser is offered no larger size than there is: %s', (suffix, offered) => {
  expect(widths(`/images/1-a${suffix}`)).toEqual(offered);
});

test.each(['/images/1-a', '/images/1-a-4000x3000-aabbcc'])(
  'large pictures, and those whose size is not known, come in all sizes: %s',
  (stem) => {
    expect(widths(stem).map((entry) => entry.split(' ')[1])).toEqual([
      '320w',
      '640w',
      '1280w',
      '1920w',
    ]);
  },
);

test('in a frame that cuts its sides, a picture counts for as wide as what is seen of it', () => {
  const landscape = '/images/1-a-1200x800-aabbcc';
  expect(publicImageSrcSet(landscape, 3 / 4)).toContain('.w640.webp 320w');
  expect(publicImageSrcSet(landscape, 3 / 2)).toContain('.w640.webp 640w');
  expect(publicImageSrcSet('/images/1-a-800x1200-aabbcc', 1)).toContain('.w640.webp 640w');
});
