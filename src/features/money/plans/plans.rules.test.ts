import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitPrice } from '#src/lib/money.ts';
import { estimatedMonthlyRevenueCents } from './plans.rules.ts';

const estimate = (subscriberCount: number, priceMonthlyCents: number, percent: number) =>
  estimatedMonthlyRevenueCents({
    subscriberCount,
    priceMonthlyCents,
    platformCommissionPercent: percent,
  });

test.each([
  [42, 1999, 20, 67_166],
  [1, 1997, 20, 1598],
  [1, 1999, 0, 1999],
  [7, 1999, 100, 0],
  [0, 1999, 20, 0],
  [1, 999, 12.5, 874],
  [3, 50, 33.33, 100],
])(
  '%i active subscribers at %i cents and %d%% commission: %i cents',
  (count, cents, percent, is) => {
    expect(estimate(count, cents, percent)).toBe(is);
  },
);

test('the estimate ignores the merchant fee, so it is never less than the shares', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(1_000_000), fc.nat(10_000), (count, cents, hundredths) => {
      const share = splitPrice(cents, hundredths / 100).influencerCents;
      // Rounding gives each share up to one cent more.
      expect(estimate(count, cents, hundredths / 100) + count).toBeGreaterThanOrEqual(
        share * count,
      );
    }),
  );
});

test('an estimate beyond the precision of a double is exact to the cent', () => {
  expect(estimate(2_000_000_001, 1_000_000, 0.01)).toBe(1_999_800_000_999_900);
});
