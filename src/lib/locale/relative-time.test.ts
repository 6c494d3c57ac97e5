import { expect, test } from 'vitest';
import { formatRelativeTime } from './relative-time.ts';

const now = new Date(2026, 10, 20, 1, 30);
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const HOUR = 60;
const DAY = 24 * HOUR;

test.each([
  [0, 'Just now'],
  [1, '1 minute ago'],
  [59, '59 minutes ago'],
  [3 * HOUR, '3 hours ago'],
  [23 * HOUR, '23 hours ago'],
  [DAY, 'Yesterday'],
  // 25 and a half hours before 1:30 in the night is midnight of the day before.
  [25 * HOUR + 30, 'Yesterday'],
  [25 * HOUR + 31, '2 days ago'],
  [7 * DAY - 1, '7 days ago'],
])('what happened %d minutes ago is %j', (minutes, text) => {
  expect(formatRelativeTime(ago(minutes), now.getTime())).toBe(text);
  expect(formatRelativeTime(ago(minutes).toISOString(), now.getTime())).toBe(text);
});

test.each([7 * DAY, 400 * DAY, -2, -DAY])(
  'what happened %d minutes ago has no relative time',
  (minutes) => {
    expect(formatRelativeTime(ago(minutes), now.getTime())).toBeNull();
  },
);
