import { expect, test } from 'vitest';
import { canUndoCancellationNow, renewalText } from './renewal-text.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const [past, future] = ['2026-10-20T18:30:00.000Z', '2026-12-20T18:30:00.000Z'];

test.each([
  ['active', future, 'it renews on Dec 20, 2026 at $24.00, and every month after that'],
  ['active', past, 'it renews every month at $24.00'],
  ['paused', future, 'it renews at $24.00 a month once it resumes'],
  ['past_due', past, 'we’ll retry the payment of $24.00'],
] as const)('resuming one that is %s and paid until %s: %s', (status, currentPeriodEnd, text) => {
  expect(renewalText({ status, priceCents: 2400, currentPeriodEnd }, now)).toBe(text);
});

test.each([
  [true, future, true],
  [true, past, false],
  [true, null, false],
  [false, future, false],
])('with canResume %s and cancelAt %s it can be resumed now: %s', (canResume, cancelAt, can) => {
  expect(canUndoCancellationNow({ canResume, cancelAt }, now)).toBe(can);
});
