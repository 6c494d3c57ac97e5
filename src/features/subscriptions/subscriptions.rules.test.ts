import { expect, test } from 'vitest';
import { canCancel, grantsViewing } from './subscriptions.rules.ts';

const now = new Date('2026-11-20T12:00:00Z');
const [past, future] = [new Date('2026-11-20T11:59:59Z'), new Date('2026-12-01T00:00:00Z')];

test.each([
  ['active', null, true],
  ['active', future, true],
  ['active', now, false],
  ['active', past, false],
  ['paused', null, false],
  ['past_due', null, false],
  ['cancelled', null, false],
  ['cancelled', future, false],
] as const)('%s with cancelAt %s grants viewing: %s', (status, cancelAt, granted) => {
  expect(grantsViewing({ status, cancelAt }, now)).toBe(granted);
});

test.each([
  ['active', null, true],
  ['paused', null, true],
  ['past_due', null, true],
  ['cancelled', null, false],
  ['active', future, false],
] as const)('a fan may cancel %s with cancelAt %s: %s', (status, cancelAt, allowed) => {
  expect(canCancel({ status, cancelAt })).toBe(allowed);
});
