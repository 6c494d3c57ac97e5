import { expect, test } from 'vitest';
import { reasonText } from './dispute-reasons.ts';
import { exceeds, ratioOf } from './disputes.rules.ts';

const months = [
  { month: '2026-11-01', payments: 1_000, disputes: 10, alerts: 6 },
  { month: '2026-10-01', payments: 500, disputes: 1, alerts: 0 },
];

test('Visa adds alerts and divides by the month, Mastercard divides by the month before', () => {
  expect(ratioOf('visa', months, 0)).toEqual({ count: 16, percent: 1.6 });
  expect(ratioOf('mastercard', months, 0)).toEqual({ count: 10, percent: 2 });
  expect(ratioOf('mastercard', months, 1)).toEqual({ count: 1, percent: null });
});

test('a network intervenes when both its limits are reached', () => {
  const ratio = ratioOf('visa', months, 0);
  expect(exceeds(ratio, { count: 16, percent: 1.6 })).toBe(true);
  expect(exceeds(ratio, { count: 17, percent: 1.6 })).toBe(false);
  expect(exceeds(ratio, { count: 16, percent: 1.7 })).toBe(false);
});

test('the reasons of providers are readable', () => {
  expect(reasonText('product_not_received')).toBe('Product not received');
  expect(reasonText(null)).toBe('No reason reported');
});
