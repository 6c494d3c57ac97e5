import { expect, test } from 'vitest';
import { DAY_MS } from '#src/lib/dates.ts';
import {
  canCancel,
  canUndoCancellation,
  grantsViewing,
  hasEnded,
  isOverdue,
  leftUntil,
  RENEWAL_GRACE_DAYS,
  statusAfter,
  SUBSCRIPTION_EVENTS,
} from './subscriptions.rules.ts';

const now = new Date('2026-11-20T12:00:00Z');
const [past, future] = [new Date('2026-11-20T11:59:59Z'), new Date('2026-12-01T00:00:00Z')];

const PAID = { currentPeriodEnd: future };
const days = (count: number) => new Date(now.getTime() + count * DAY_MS);

test.each([
  [1, now, true],
  [-1, now, true],
  [-RENEWAL_GRACE_DAYS + 0.01, now, true],
  [-RENEWAL_GRACE_DAYS, now, false],
  [-73, now, false],
  // A lagging test clock: by it the period is not over.
  [-73, days(-80), true],
  [-73, days(-71), true],
  [-73, days(-70), false],
])('an active one paid until day %d grants viewing by the clock of %s: %s', (end, clock, may) => {
  const subscription = { status: 'active', cancelAt: null, currentPeriodEnd: days(end) } as const;
  expect(grantsViewing(subscription, now, clock)).toBe(may);
  expect(isOverdue(subscription, now, clock)).toBe(!may);
  expect(isOverdue({ ...subscription, cancelAt: days(-1) }, now, clock)).toBe(false);
  expect(isOverdue({ ...subscription, status: 'past_due' }, now, clock)).toBe(false);
});

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
  expect(grantsViewing({ status, cancelAt, ...PAID }, now)).toBe(granted);
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
] as const)('a fan can cancel %s with cancelAt %s: %s', (status, cancelAt, allowed) => {
  expect(canCancel({ status, cancelAt })).toBe(allowed);
});

test.each([
  ['active', null, false],
  ['active', future, true],
  ['active', now, false],
  ['paused', future, true],
  ['past_due', future, true],
  ['cancelled', future, false],
] as const)('a fan can resume %s with cancelAt %s: %s', (status, cancelAt, allowed) => {
  expect(canUndoCancellation({ status, cancelAt }, now)).toBe(allowed);
});

test.each([
  ['active', future, future],
  ['active', now, null],
  ['paused', future, future],
  ['paused', past, null],
  ['past_due', past, null],
  ['past_due', future, null],
] as const)('cancelling %s that is paid until %s leaves it until %s', (status, end, left) => {
  expect(leftUntil({ status, currentPeriodEnd: end }, now)).toEqual(left);
});

test.each([
  ['active', -30, -60, 30],
  ['active', -30, -30, null],
  ['active', -30, -10, null],
  ['paused', -30, -60, 30],
  ['past_due', -30, -60, null],
  ['active', 20, -10, 20],
] as const)(
  'by a test clock: %s, paid until day %i, cancelled on day %i of the clock, lasts until day %s',
  (status, end, clock, left) => {
    const until = leftUntil({ status, currentPeriodEnd: days(end) }, now, days(clock));
    expect(until).toEqual(left === null ? null : days(left));
  },
);

// Written by hand, independent of the rules: paid, payment-failed, suspend, reactivate, keep, end.
test.each([
  ['active', ['active', 'past_due', 'paused', null, 'active', 'cancelled']],
  ['paused', ['paused', null, null, 'active', 'paused', 'cancelled']],
  ['past_due', ['active', 'past_due', null, null, 'past_due', 'cancelled']],
  ['cancelled', [null, null, null, null, null, null]],
] as const)('the events of a subscription that is %s', (status, expected) => {
  const events = ['paid', 'payment-failed', 'suspend', 'reactivate', 'resume', 'end'] as const;
  expect(SUBSCRIPTION_EVENTS.toSorted()).toEqual(events.toSorted());
  expect(events.map((event) => statusAfter(status, event))).toEqual(expected);
});
