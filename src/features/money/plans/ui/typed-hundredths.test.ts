import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hundredthsText, parseHundredths } from './typed-hundredths.ts';

test.each([
  ['19.99', 1999],
  ['19,99', 1999],
  [' 19.99 ', 1999],
  ['$19.99', 1999],
  ['19', 1900],
  ['19.9', 1990],
  ['19.', 1900],
  ['.5', 50],
  ['0', 0],
  ['007', 700],
  ['1,250', 125_000],
  ['1,250.50', 125_050],
  ['1.250,50', 125_050],
  ["1'250.50", 125_050],
  ['1 250,50', 125_050],
  ['1\u202F250', 125_000],
  ['20%', 2000],
  ['12,5 %', 1250],
  ['-5', -500],
  ['−0.01', -1],
])('%j is read as %i hundredths', (typed, hundredths) => {
  expect(parseHundredths(typed)).toBe(hundredths);
});

test.each(['19.999', '19,9990', '1.250', '0.001', '1,250.505'])(
  '%j has too many decimals, and is not rounded',
  (typed) => {
    expect(parseHundredths(typed)).toBe('too-fine');
  },
);

test.each([
  'free',
  '.',
  ',',
  '$',
  '%',
  '-',
  '1,2,3',
  '1,250,50',
  '1.250.50',
  '12 34',
  '1e3',
  '0x10',
  '+5',
  '--5',
  '$$5',
  '5€',
  'NaN',
  'Infinity',
  '١٩',
  '19.9a',
  '1\0',
  '9'.repeat(100_000),
])('%j is not an amount', (typed) => {
  expect(parseHundredths(typed)).toBe('unreadable');
});

test.each(['', '  ', '\u00A0'])('%j is empty', (typed) => {
  expect(parseHundredths(typed)).toBe('empty');
});

test('an amount has the same value in every notation, to the cent', () => {
  const written: ((cents: number) => string)[] = [
    hundredthsText,
    (cents) => hundredthsText(cents).replace('.', ','),
    (cents) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
    (cents) => (cents / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 }),
  ];
  fc.assert(
    fc.property(fc.nat(1_000_000_00), fc.constantFrom(...written), (cents, write) => {
      expect(parseHundredths(write(cents))).toBe(cents);
    }),
  );
});

test('every input is a whole number or has a reason why not', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,]{0,13}$/)), (typed) => {
      const read = parseHundredths(typed);
      expect(typeof read === 'string' || Number.isSafeInteger(read)).toBe(true);
    }),
  );
});
