import { expect, test } from 'vitest';
import { setScreenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { dayStart } from './day-start.ts';

test('a day begins and ends at local midnight, also when the clocks change', () => {
  for (const [day, days] of [
    ['2026-11-20', 0],
    ['2026-12-31', 1],
    ['2026-03-29', 1],
  ] as const) {
    const start = new Date(dayStart(day, days));
    expect([start.getHours(), start.getMinutes(), start.getMilliseconds()]).toEqual([0, 0, 0]);
    const [year, month, date] = day.split('-').map(Number);
    const expected = new Date(year!, month! - 1, date! + days);
    expect(start).toEqual(expected);
  }
});

test('a day begins at midnight of the chosen time zone', () => {
  setScreenTimeZone('America/New_York');
  expect(dayStart('2026-03-08')).toBe('2026-03-08T05:00:00.000Z');
  expect(dayStart('2026-03-08', 1)).toBe('2026-03-09T04:00:00.000Z');
  setScreenTimeZone(null);
});
