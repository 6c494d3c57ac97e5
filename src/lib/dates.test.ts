import { expect, test } from 'vitest';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { addMonths, calculateAge, latestBirthday, formatUtcTime, formatUtcDay } from './dates.ts';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  ['2008-11-20', 18],
  ['2008-11-21', 17],
  ['2008-12-01', 17],
  ['1990-04-01', 36],
])('someone born on %s is %d', (birthday, age) => {
  expect(calculateAge(birthday, now)).toBe(age);
});

test.each(['2026-11-20T12:00:00Z', '2028-02-29T12:00:00Z'])(
  'at %s, one birthday is the last',
  (at) => {
    const birthday = latestBirthday(18, new Date(at));
    expect(calculateAge(birthday, new Date(at))).toBe(18);
    const dayAfter = new Date(new Date(birthday).getTime() + 86_400_000);
    expect(calculateAge(formatUtcDay(dayAfter), new Date(at))).toBe(17);
  },
);

test.each(['', 'yesterday', '2001-02-30', '01/02/2001'])('%j is not a date of birth', (text) => {
  expect(calculateAge(text, now)).toBeNaN();
});

test.each([
  ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ['2026-12-15T23:59:59.999Z', '2027-01-15T23:59:59.999Z'],
])('a month after %s is %s', (from, to) => {
  expect(addMonths(new Date(from), 1).toISOString()).toBe(to);
});

test('an instant is formatted as its day and time in UTC, from a Date or a text', () => {
  const at = new Date('2026-11-20T23:05:59.999-03:00');
  expect([formatUtcDay(at), formatUtcTime(at)]).toEqual(['2026-11-21', '02:05']);
  expect([formatUtcDate(at), formatUtcDate(at.toISOString())]).toEqual(
    Array(2).fill('Nov 21, 2026'),
  );
});
