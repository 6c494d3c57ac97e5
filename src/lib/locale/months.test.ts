import { expect, test } from 'vitest';
import { monthBefore, monthBounds, monthLabel } from './months.ts';

test.each([
  ['2026-10', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-10-31'],
  ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', '2026-12-31'],
  ['2028-02', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z', '2028-02-29'],
])(
  '%s lies between its first instant in UTC and that of the next month',
  (month, from, to, end) => {
    expect(monthBounds(month)).toEqual({
      from: new Date(from),
      to: new Date(to),
      periodStart: `${month}-01`,
      periodEnd: end,
    });
  },
);

test('the previous month follows the UTC calendar', () => {
  expect(monthBefore(new Date('2026-11-01T00:00:00.000Z'))).toBe('2026-10');
  expect(monthBefore(new Date('2026-10-31T23:59:59.999Z'))).toBe('2026-09');
  expect(monthBefore(new Date('2027-01-31T12:00:00Z'))).toBe('2026-12');
  expect(monthBefore(new Date('2027-03-31T12:00:00Z'), 0)).toBe('2027-03');
  expect(monthBefore(new Date('2027-03-31T12:00:00Z'), 15)).toBe('2025-12');
});

test('the label of a month is the same in every time zone', () => {
  expect(monthLabel('2026-10')).toBe('October 2026');
  expect(monthLabel('2026-01-01')).toBe('January 2026');
});
