import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { splitPrice } from './money.ts';

test('the merchant fee is 5%, and the commission is a share of the rest', () => {
  expect(splitPrice(10_000, 20)).toEqual({
    merchantFeeCents: 500,
    platformCents: 1_900,
    influencerCents: 7_600,
  });
});

test('the influencer receives fractions of a cent', () => {
  expect(splitPrice(999, 20)).toEqual({
    merchantFeeCents: 49,
    platformCents: 190,
    influencerCents: 760,
  });
});

test('fee, commission and share add up to the price, and none is negative', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(10_000), (price, hundredths) => {
      const parts = Object.values(splitPrice(price, hundredths / 100));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(price);
      expect(parts.every((part) => part >= 0 && Number.isInteger(part))).toBe(true);
    }),
  );
});

test('cents are formatted as US dollars', () => {
  expect(formatCents(1_999)).toBe('$19.99');
  expect(formatCents(123_456_00)).toBe('$123,456.00');
});
