import { describe, expect, test } from 'vitest';
import { churnPercent, daysOf, isPlanShown, periodOf } from './earnings.rules.ts';
import { EARNING_RANGES } from './earnings.schema.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const days = (from: string, until: string) => ({ from, until });

describe('the period of a range', () => {
  test.each([
    ['this-month', days('2026-11-01', '2026-11-21'), days('2026-10-01', '2026-10-21')],
    ['last-month', days('2026-10-01', '2026-10-31'), days('2026-09-01', '2026-09-30')],
    ['last-3-months', days('2026-09-01', '2026-11-21'), days('2026-06-01', '2026-08-21')],
    ['last-12-months', days('2025-12-01', '2026-11-21'), days('2024-12-01', '2025-11-21')],
    ['this-year', days('2026-01-01', '2026-11-21'), days('2025-01-01', '2025-11-21')],
    ['all', days('2020-01-01', '2026-11-21'), null],
  ] as const)('of %s has a previous period of the same length', (range, of, compared) => {
    const period = periodOf(range, NOW, LONG_AGO);
    expect(daysOf(period, NOW)).toEqual(of);
    expect(period.before && daysOf(period.before, NOW)).toEqual(compared);
  });

  test.each(EARNING_RANGES)('of %s starts and ends on UTC month boundaries', (range) => {
    const { from, to } = periodOf(range, NOW, LONG_AGO);
    for (const border of [from, to]) expect(border.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
    expect(to.toISOString().slice(0, 7)).toBe(range === 'last-month' ? '2026-11' : '2026-12');
  });

  test('has a point for each day so far if it is one month, otherwise one for each month', () => {
    const parts = (range: (typeof EARNING_RANGES)[number], firstAt: Date | null = LONG_AGO) => {
      const { unit, starts } = periodOf(range, NOW, firstAt);
      return [unit, starts.length];
    };
    expect(parts('this-month')).toEqual(['day', 21]);
    expect(parts('last-month')).toEqual(['day', 31]);
    expect(parts('last-3-months')).toEqual(['month', 3]);
    expect(parts('last-12-months')).toEqual(['month', 12]);
    expect(parts('this-year')).toEqual(['month', 11]);
    expect(parts('all', new Date('2026-08-31T23:59:59Z'))).toEqual(['month', 4]);
    expect(parts('all', new Date('2026-11-20T00:00:00Z'))).toEqual(['day', 21]);
    expect(parts('all', null)).toEqual(['day', 21]);
  });

  test('in the first instant of a year starts with that year, month and day', () => {
    const now = new Date('2027-01-01T00:00:00Z');
    for (const range of ['this-month', 'this-year'] as const) {
      const period = periodOf(range, now, LONG_AGO);
      expect(daysOf(period, now)).toEqual(days('2027-01-01', '2027-01-01'));
      expect(period.starts).toEqual([now]);
    }
    expect(daysOf(periodOf('last-month', now, null), now)).toEqual(
      days('2026-12-01', '2026-12-31'),
    );
  });

  test('compares with the whole previous month if that month has no such day', () => {
    const now = new Date('2027-03-31T18:00:00Z');
    const { before } = periodOf('this-month', now, LONG_AGO);
    expect(daysOf(before!, now)).toEqual(days('2027-02-01', '2027-02-28'));
  });

  test('has a previous period only if the influencer had started by then', () => {
    const begun = (iso: string) => periodOf('this-month', NOW, new Date(iso)).before;
    expect(begun('2026-10-01T00:00:00Z')).not.toBeNull();
    expect(begun('2026-10-01T00:00:00.001Z')).toBeNull();
    expect(periodOf('this-month', NOW, null).before).toBeNull();
  });
});

test.each([
  [0, 0, null],
  [0, 7, 0],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [4, 4, 100],
])('%i of %i subscribers lost is a churn of %s percent', (lost, subscribed, percent) => {
  expect(churnPercent(lost, subscribed)).toBe(percent);
});

test.each([
  [0, false],
  [0.5, false],
  [0.99, false],
  [1, true],
  [100, true],
])(
  'at a commission of %d percent the plan and the estimated revenue are shown: %s',
  (percent, isShown) => {
    expect(isPlanShown({ platformCommissionPercent: percent })).toBe(isShown);
  },
);
