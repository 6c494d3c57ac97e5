import { expect, test } from 'vitest';
import { parseByteRange } from './byte-range.ts';

test.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=4-400', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-300', { start: 0, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
])('%s of ten bytes is a range of the file', (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});

test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])(
  '%s of ten bytes cannot be satisfied',
  (header) => {
    expect(parseByteRange(header, 10)).toBe('unsatisfiable');
  },
);

test.each([undefined, 'bytes=5-2', 'bytes=-', 'items=0-3', 'bytes=0-1,4-5', 'bytes=a-b'])(
  '%s returns the whole file',
  (header) => {
    expect(parseByteRange(header, 10)).toBeNull();
  },
);
