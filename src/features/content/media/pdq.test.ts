import { describe, expect, test } from 'vitest';
import { MATCH_DISTANCE, pdqDistance, pdqHash, pdqHashes, type Luma } from './pdq.ts';

function picture(width: number, height: number, value: (row: number, column: number) => number) {
  const values = Float64Array.from({ length: width * height }, (_, index) =>
    value(Math.floor(index / width), index % width),
  );
  return { width, height, values } satisfies Luma;
}

const tiles = (row: number, column: number) =>
  (Math.floor(column / 9) * 37 + Math.floor(row / 7) * 61) % 256;
const rings = (row: number, column: number) =>
  (row * row * 3 + column * column * 5 + row * column * 7) % 256;
const hills = (row: number, column: number) =>
  Math.trunc(128 + 60 * Math.sin(row / 17 + column / 40) + 60 * Math.cos(column / 11));

describe('the PDQ hash of a picture', () => {
  // Computed by the reference implementation in C++ from the same brightness values.
  test.each([
    [128, 128, tiles, 'd52f5fa559ae308aa5adb09a588f5dda57f0ea5557305f241b305b303012a7f1', 100],
    [300, 200, tiles, 'ab55a1ffab55fe00f4aa5e0244a5fe0024aa7e922cd6f60054aa7e0a7efd5e12', 100],
    [97, 211, tiles, 'a5d3b76703ac2b7873bdcb4087689b42c348fb52e348fab8b34c5a080ceea7e8', 100],
    [640, 480, tiles, '4f4d5879ef3da28a0080f6da00c0f6da00c002025755ffff175df7f6d65abcb0', 100],
    [200, 200, rings, 'f1c49e668ac6d0ca65b8a62d041194d11f71703cf4bfbb86f38f28eee1833ac6', 100],
    [400, 300, hills, '0152fff80552fff81552fff85552fff85552fff855520007aaad0007aaad0007', 100],
    [5, 40, hills, 'c6f16c5b91a491a4398e3c8f6c5bce736b4a390e94a5318c348d3b4ede372b4a', 9],
    [128, 128, hills, 'ceeaf4549ffef614ae2a145482ae0014beba44547efe4514fbfe45541101baab', 100],
  ])('equals that of the reference for %i × %i pixels', (width, height, value, bits, quality) => {
    expect(pdqHash(picture(width, height, value))).toEqual({ bits, quality });
  });

  test('hardly changes with the size and the brightness of a picture', () => {
    const { bits } = pdqHash(picture(400, 300, hills))!;
    const smaller = picture(200, 150, (row, column) => hills(row * 2, column * 2));
    const darker = picture(400, 300, (row, column) => hills(row, column) * 0.7 + 12);
    expect(pdqDistance(pdqHash(smaller)!.bits, bits)).toBeLessThanOrEqual(MATCH_DISTANCE);
    expect(pdqDistance(pdqHash(darker)!.bits, bits)).toBeLessThanOrEqual(MATCH_DISTANCE);
    const other = pdqHash(picture(400, 300, rings))!;
    expect(pdqDistance(other.bits, bits)).toBeGreaterThan(MATCH_DISTANCE);
  });

  test('is found among the eight hashes of the picture, turned or mirrored', () => {
    const side = 256;
    const last = side - 1;
    const { bits } = pdqHashes(picture(side, side, hills))!;
    expect(new Set(bits).size).toBe(8);
    const ways: ((row: number, column: number) => number)[] = [
      (row, column) => hills(row, column),
      (row, column) => hills(row, last - column),
      (row, column) => hills(last - row, column),
      (row, column) => hills(last - row, last - column),
      (row, column) => hills(column, row),
      (row, column) => hills(last - column, row),
      (row, column) => hills(column, last - row),
      (row, column) => hills(last - column, last - row),
    ];
    const nearest = ways.map((way) => {
      const turned = pdqHash(picture(side, side, way))!.bits;
      const distances = bits.map((hash) => pdqDistance(hash, turned));
      expect(Math.min(...distances)).toBeLessThanOrEqual(MATCH_DISTANCE);
      return distances.indexOf(Math.min(...distances));
    });
    expect(new Set(nearest).size).toBe(8);
  });

  test('has no quality without edges, and does not exist below five pixels', () => {
    expect(pdqHash(picture(64, 64, () => 90))!.quality).toBe(0);
    expect(pdqHash(picture(4, 400, tiles))).toBeNull();
  });
});
