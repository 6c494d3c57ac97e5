import { describe, expect, test } from 'vitest';
import { daysOf, findGaps, gapText, moveByDays, monthAfter, timesOf } from './planning.rules.ts';

const iso = (times: Date[]) => times.map((at) => at.toISOString());

describe('a post that is moved by days', () => {
  test.each([
    ['into summer time', '2027-03-27T17:00:00Z', 1, '2027-03-28T16:00:00.000Z'],
    ['out of summer time', '2026-10-24T16:00:00Z', 1, '2026-10-25T17:00:00.000Z'],
    ['back over both', '2027-03-29T16:00:00Z', -180, '2026-09-30T16:00:00.000Z'],
  ])('keeps the time on the clock of its zone: %s', (_, at, days, expected) => {
    expect(moveByDays(at, days, 'Europe/Berlin').toISOString()).toBe(expected);
  });

  test('moves forward by the hour that the clock skips', () => {
    expect(moveByDays('2027-03-27T01:30:00Z', 1, 'Europe/Berlin').toISOString()).toBe(
      '2027-03-28T01:30:00.000Z',
    );
  });

  test('takes the first of two equal times', () => {
    expect(moveByDays('2026-10-24T00:30:00Z', 1, 'Europe/Berlin').toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });

  test('follows the clock of its own zone, not that of UTC', () => {
    expect(moveByDays('2026-11-20T23:30:00Z', 2, 'Asia/Tokyo').toISOString()).toBe(
      '2026-11-22T23:30:00.000Z',
    );
  });
});

test('a rhythm has the same time on the clock every so many days', () => {
  const rhythm = { firstDay: '2027-03-27', time: '18:00', everyDays: 1, timeZone: 'Europe/Berlin' };
  expect(iso(timesOf(rhythm, 3))).toEqual([
    '2027-03-27T17:00:00.000Z',
    '2027-03-28T16:00:00.000Z',
    '2027-03-29T16:00:00.000Z',
  ]);
  expect(iso(timesOf({ ...rhythm, everyDays: 7 }, 2))).toEqual([
    '2027-03-27T17:00:00.000Z',
    '2027-04-03T16:00:00.000Z',
  ]);
});

test('a month shows whole weeks from Sunday on', () => {
  const november = daysOf('month', '2026-11-24');
  expect([november[0], november.at(-1), november.length]).toEqual(['2026-11-01', '2026-12-05', 35]);
  expect(daysOf('month', '2026-02-10').length).toBe(28);
  expect(daysOf('month', '2026-08-10').length).toBe(42);
  expect(daysOf('week', '2026-11-24')).toEqual(
    [22, 23, 24, 25, 26, 27, 28].map((day) => `2026-11-${day}`),
  );
});

test('months follow each other over the turn of the year', () => {
  expect(monthAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(monthAfter('2026-01-31', -1)).toBe('2025-12-01');
});

test('three days without a post are a gap, two are none', () => {
  const days = daysOf('month', '2026-11-24');
  const posts = ['2026-11-01', '2026-11-04', '2026-11-08', '2026-12-05'];
  expect(findGaps(days, new Set(posts))).toEqual([
    { first: '2026-11-05', length: 3 },
    { first: '2026-11-09', length: 26 },
  ]);
});

test('the text of a gap counts the days until the next post, or until today', () => {
  const now = new Date('2026-11-24T12:00:00Z');
  const lastAt = '2026-11-20T12:00:00Z';
  expect(gapText({ lastAt, nextAt: '2026-11-26T12:00:00Z' }, now)).toBe('No post for 6 days');
  expect(gapText({ lastAt, nextAt: '2026-11-21T12:00:00Z' }, now)).toBeNull();
  expect(gapText({ lastAt, nextAt: null }, now)).toBe('No post for 4 days, nothing scheduled');
  expect(gapText({ lastAt: now, nextAt: null }, now)).toBe('Nothing scheduled');
  expect(gapText({ lastAt: null, nextAt: null }, now)).toBe('No posts yet');
});
