import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexHashes, wordsOfBits, wordsOfHex } from './near-hashes.ts';

const hashes = fc.stringMatching(/^[0-9a-f]{64}$/);
const toBits = (hex: string) =>
  [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
const flip = (bits: string, positions: number[]) =>
  [...bits].map((bit, at) => (positions.includes(at) ? (bit === '0' ? '1' : '0') : bit)).join('');
const allPositions = Array.from({ length: 256 }, (_, at) => at);

test('hexadecimal and binary digits mean the same hash', () => {
  fc.assert(
    fc.property(hashes, (hex) => {
      expect(wordsOfBits(toBits(hex))).toEqual(wordsOfHex(hex));
    }),
  );
});

test('finds every hash that differs in at most 31 bits, wherever they are, and no other', () => {
  const differences = fc.shuffledSubarray(allPositions, { minLength: 0, maxLength: 40 });
  fc.assert(
    fc.property(hashes, fc.array(differences, { maxLength: 20 }), (hex, changed) => {
      const others = changed.map((positions) => flip(toBits(hex), positions));
      const find = indexHashes(others.map(wordsOfBits));
      const expected = changed.flatMap(({ length: distance }, number) =>
        distance <= 31 ? [{ number, distance }] : [],
      );
      expect(find(wordsOfHex(hex)).toSorted((a, b) => a.number - b.number)).toEqual(expected);
    }),
  );
});

test('finds a hash of which each part differs in two bits but one, which differs in one', () => {
  const positions = allPositions.filter((at) => at % 16 < (at < 16 ? 1 : 2));
  expect(positions).toHaveLength(31);
  const zero = '0'.repeat(256);
  const find = indexHashes([wordsOfBits(flip(zero, positions))]);
  expect(find(wordsOfBits(zero))).toEqual([{ number: 0, distance: 31 }]);
});

test('an empty list finds nothing', () => {
  expect(indexHashes([])(wordsOfHex('f'.repeat(64)))).toEqual([]);
});
