import { expect, test } from 'vitest';
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
