import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAge, parseFollowerCount } from './typed-numbers.ts';

test.each([
  ['12500', 12_500],
  ['  12500 ', 12_500],
  ['12,500', 12_500],
  ['12.500', 12_500],
  ['12 500', 12_500],
  ['12\u00A0500', 12_500],
  ["1'234'567", 1_234_567],
  ['1,234,567', 1_234_567],
  ['12.5k', 12_500],
  ['12,5 K', 12_500],
  ['1.250k', 1_250],
  ['1,200k', 1_200_000],
  ['1.2M', 1_200_000],
  ['1.1m', 1_100_000],
  ['0', 0],
  ['2147483647', 2_147_483_647],
])('the follower count %j is parsed as %i', (typed, count) => {
  expect(parseFollowerCount(typed)).toBe(count);
});

test.each([
  '',
  ' ',
  'many',
  '-5',
  '-1k',
  '12.5',
  '1,2,3',
  '1,234.567.890',
  '12 13',
  'k',
  '1e9',
  '0x10',
  '1kk',
  '2147483648',
  '2.2e9',
  '3000M',
  'Infinity',
  'NaN',
  '٥٠٠',
  '12\0',
  '9'.repeat(100_000),
])('an unreadable follower count is 0: %j', (typed) => {
  expect(parseFollowerCount(typed)).toBe(0);
});

test('every parsed follower count fits the database', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const count = parseFollowerCount(typed);
      expect(Number.isInteger(count) && count >= 0 && count < 2 ** 31).toBe(true);
    }),
  );
});

test('a count is parsed the same with every thousands separator', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 2 ** 31 - 1 }),
      fc.constantFrom(',', '.', ' ', '\u202F', '’'),
      (count, separator) => {
        const typed = count.toLocaleString('en-US').replaceAll(',', separator);
        expect(parseFollowerCount(typed)).toBe(count);
      },
    ),
  );
});

test.each([
  ['25', 25],
  [' 25 ', 25],
  ['0', 0],
  ['017', 17],
  ['120', 120],
])('the age %j is %i', (typed, age) => {
  expect(parseAge(typed)).toBe(age);
});

test.each(['', 'twenty', '25.5', '-25', '121', '1e1', '25 years', '9'.repeat(10_000)])(
  'an unreadable age is null: %j',
  (typed) => {
    expect(parseAge(typed)).toBeNull();
  },
);
