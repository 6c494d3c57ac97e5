import { describe, expect, test } from 'vitest';
import { canConvert, canReview, hoursLeft, lateBefore } from './applications.rules.ts';

describe.each([
  ['pending', true, false],
  ['accepted', false, true],
  ['rejected', false, false],
] as const)('an application that is %s', (status, review, convert) => {
  test(`can${review ? '' : 'not'} be answered, and can${convert ? '' : 'not'} be converted`, () => {
    expect(canReview({ status })).toBe(review);
    expect(canConvert({ status, isConverted: false })).toBe(convert);
  });
});

test('an application is converted once', () => {
  expect(canConvert({ status: 'accepted', isConverted: true })).toBe(false);
});

describe('of the 48 hours in which an answer is promised', () => {
  const received = '2026-11-19T08:00:00.000Z';
  test.each([
    ['2026-11-19T08:00:00.000Z', 48],
    ['2026-11-20T08:30:00.000Z', 23.5],
    ['2026-11-21T08:00:00.000Z', 0],
    ['2026-11-21T11:00:00.000Z', -3],
  ])('at %s there are %d left', (now, left) => {
    expect(hoursLeft(received, Date.parse(now))).toBe(left);
    expect(Date.parse(received) < lateBefore(Date.parse(now)).getTime()).toBe(left < 0);
  });
});
