import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCharge, splitReversal, totalOf, type Reversed } from './ledger.rules.ts';

const NOTHING: Reversed = {
  merchantFeeCents: 0,
  platformCents: 0,
  influencerCents: 0,
  excessCents: 0,
};
const price = fc.integer({ min: 1, max: 10_000_000 });
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);

const add = (a: Reversed, b: Reversed): Reversed => ({
  merchantFeeCents: a.merchantFeeCents + b.merchantFeeCents,
  platformCents: a.platformCents + b.platformCents,
  influencerCents: a.influencerCents + b.influencerCents,
  excessCents: a.excessCents + b.excessCents,
});

test('the parts of a charge add up to it, and none is negative', () => {
  fc.assert(
    fc.property(price, percent, (cents, commission) => {
      const split = splitCharge(cents, commission);
      expect(totalOf(split)).toBe(cents);
      expect(Math.min(...Object.values(split))).toBeGreaterThanOrEqual(0);
    }),
  );
});

test.each([
  [1999, 20, { merchantFeeCents: 99, platformCents: 380, influencerCents: 1520 }],
  [1999, 0, { merchantFeeCents: 99, platformCents: 0, influencerCents: 1900 }],
  [1999, 100, { merchantFeeCents: 99, platformCents: 1900, influencerCents: 0 }],
  [1, 50, { merchantFeeCents: 0, platformCents: 0, influencerCents: 1 }],
])('%i cents at %i percent', (cents, commission, split) => {
  expect(splitCharge(cents, commission)).toEqual(split);
});

test('whatever the steps, a fully reversed charge leaves nothing with any party', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 30 });
  fc.assert(
    fc.property(price, percent, steps, (cents, commission, amounts) => {
      const charge = splitCharge(cents, commission);
      let reversed = NOTHING;
      for (const requested of [...amounts, cents]) {
        const amount = Math.min(requested, cents - totalOf(reversed));
        if (amount === 0) continue;
        const part = splitReversal(charge, reversed, amount);
        expect(totalOf(part)).toBe(amount);
        reversed = add(reversed, part);
        for (const party of ['merchantFeeCents', 'platformCents', 'influencerCents'] as const) {
          expect(reversed[party]).toBeGreaterThanOrEqual(0);
          expect(reversed[party]).toBeLessThanOrEqual(charge[party]);
        }
      }
      expect(reversed).toEqual({ ...charge, excessCents: 0 });
    }),
  );
});

test('what is returned beyond a charge is nobody’s share, and getting it back takes nothing', () => {
  fc.assert(
    fc.property(price, percent, fc.integer({ min: 1, max: 5_000 }), (cents, commission, more) => {
      const charge = splitCharge(cents, commission);
      const taken = splitReversal(charge, NOTHING, cents + more);
      expect(taken).toEqual({ ...charge, excessCents: more });
      const restored = splitReversal(charge, taken, -more);
      expect(totalOf(restored)).toBe(0);
      expect(restored.excessCents).toBe(-more);
    }),
  );
});
