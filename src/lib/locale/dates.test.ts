import { afterEach, expect, test } from 'vitest';
import { formatInstant, formatMailTime, formatUtcRange } from './dates.ts';
import { formatRelativeTime } from './relative-time.ts';
import { formatDate, formatTime, setScreenTimeZone } from './screen-dates.ts';
import { findTimeZone } from './time-zones.ts';

afterEach(() => setScreenTimeZone(null));
const at = '2026-11-20T23:30:00.000Z';

test('screens show dates in the chosen time zone', () => {
  setScreenTimeZone('Asia/Tokyo');
  expect(formatDate(at)).toBe('Nov 21, 2026');
  expect(formatTime(at)).toBe('Nov 21, 2026, 8:30 AM');
  setScreenTimeZone('America/New_York');
  expect(formatDate(new Date(at))).toBe('Nov 20, 2026');
  expect(formatTime(at)).toBe('Nov 20, 2026, 6:30 PM');
});

test('"Yesterday" follows the calendar of the chosen time zone', () => {
  const now = Date.parse('2026-11-22T00:30:00Z');
  setScreenTimeZone('UTC');
  expect(formatRelativeTime('2026-11-20T23:30:00Z', now)).toBe('2 days ago');
  setScreenTimeZone('America/New_York');
  expect(formatRelativeTime('2026-11-20T23:30:00Z', now)).toBe('Yesterday');
});

test('mails name the time zone', () => {
  expect(formatMailTime(at, 'UTC')).toBe('Nov 20, 2026, 11:30 PM UTC');
  expect(formatMailTime(at, 'Europe/Berlin')).toBe('Nov 21, 2026, 12:30 AM GMT+1');
  expect(formatMailTime(at, 'America/New_York')).toBe('Nov 20, 2026, 6:30 PM EST');
});

test('statements stay in UTC whatever the screens show', () => {
  setScreenTimeZone('Asia/Tokyo');
  expect(formatUtcRange('2026-10-01', '2026-10-31')).toMatch(/^Oct 1\s–\s31, 2026$/);
  expect(formatInstant('2026-10-01', 'month', 'UTC')).toBe('October 2026');
});

test('a time zone is an IANA name', () => {
  expect(['Europe/Berlin', 'UTC'].map(findTimeZone)).toEqual(['Europe/Berlin', 'UTC']);
  // The same zone under two names; systems differ in the one they list.
  expect(findTimeZone('Asia/Kolkata')).toMatch(/^Asia\/(Kolkata|Calcutta)$/);
  for (const name of ['', 'Mars/Olympus', '+01:00', "Europe/Berlin'", 'europe berlin']) {
    expect(findTimeZone(name), name).toBeNull();
  }
});
