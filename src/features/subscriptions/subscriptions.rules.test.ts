import { expect, test } from 'vitest';
import {
  canCancel,
  endsAtOnce,
  grantsViewing,
  hasEnded,
  statusAfter,
  SUBSCRIPTION_EVENTS,
} from './subscriptions.rules.ts';

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
  ['active', null, false],
  ['active', future, false],
  ['active', now, true],
  ['past_due', null, false],
  ['paused', past, true],
  ['cancelled', null, true],
  ['cancelled', future, true],
] as const)('%s with cancelAt %s has ended: %s', (status, cancelAt, over) => {
  expect(hasEnded({ status, cancelAt }, now)).toBe(over);
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

test.each([
  ['active', future, false],
  ['active', now, true],
  ['paused', future, false],
  ['paused', past, true],
  ['past_due', past, true],
  ['past_due', future, true],
] as const)('cancelling %s that is paid until %s ends it at once: %s', (status, end, atOnce) => {
  expect(endsAtOnce({ status, currentPeriodEnd: end }, now)).toBe(atOnce);
});

// Written by hand, apart from the rules: paid, payment-failed, suspend, reactivate, end.
test.each([
  ['active', ['active', 'past_due', 'paused', null, 'cancelled']],
  ['paused', ['paused', null, null, 'active', 'cancelled']],
  ['past_due', ['active', 'past_due', null, null, 'cancelled']],
  ['cancelled', [null, null, null, null, null]],
] as const)('what happens to a subscription that is %s', (status, expected) => {
  const events = ['paid', 'payment-failed', 'suspend', 'reactivate', 'end'] as const;
  expect(SUBSCRIPTION_EVENTS.toSorted()).toEqual(events.toSorted());
  expect(events.map((event) => statusAfter(status, event))).toEqual(expected);
});
