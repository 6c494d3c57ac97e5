import { expect, test } from 'vitest';
import { formatInstant } from './dates.ts';
import { listTimeZones } from './time-zones.ts';
import { toInstant, toWallTime } from './wall-time.ts';

const instant = (time: string, zone: string) => {
  const { instant: at, clocks } = toInstant(time, zone);
  return [at.toISOString(), clocks];
};

test('a wall time is interpreted in the given time zone', () => {
  expect(instant('2026-11-20 20:00:00', 'Europe/Berlin')).toEqual([
    '2026-11-20T19:00:00.000Z',
    'plain',
  ]);
  expect(instant('2026-07-20 20:00:00', 'Europe/Berlin')).toEqual([
    '2026-07-20T18:00:00.000Z',
    'plain',
  ]);
  expect(instant('2026-11-20 20:00:00', 'Asia/Kathmandu')).toEqual([
    '2026-11-20T14:15:00.000Z',
    'plain',
  ]);
  expect(instant('2026-11-20 20:00:00', 'UTC')).toEqual(['2026-11-20T20:00:00.000Z', 'plain']);
});

test('a time that the clocks skip moves forward by the skipped duration', () => {
  expect(instant('2027-03-14 02:30:00', 'America/New_York')).toEqual([
    '2027-03-14T07:30:00.000Z',
    'skipped',
  ]);
  expect(toWallTime(new Date('2027-03-14T07:30:00Z'), 'America/New_York')).toBe(
    '2027-03-14 03:30:00',
  );
  // Lord Howe Island skips half an hour.
  expect(instant('2026-10-04 02:15:00', 'Australia/Lord_Howe')).toEqual([
    '2026-10-03T15:45:00.000Z',
    'skipped',
  ]);
});

test('a repeated time means its first occurrence', () => {
  expect(instant('2027-11-07 01:30:00', 'America/New_York')).toEqual([
    '2027-11-07T05:30:00.000Z',
    'repeated',
  ]);
  expect(formatInstant('2027-11-07T05:30:00Z', 'zonedTime', 'America/New_York')).toContain('EDT');
});

test('a time around a clock change is neither skipped nor repeated', () => {
  expect(instant('2027-03-14 01:59:00', 'America/New_York')).toEqual([
    '2027-03-14T06:59:00.000Z',
    'plain',
  ]);
  expect(instant('2027-03-14 03:00:00', 'America/New_York')).toEqual([
    '2027-03-14T07:00:00.000Z',
    'plain',
  ]);
  expect(instant('2027-11-07 02:00:00', 'America/New_York')).toEqual([
    '2027-11-07T07:00:00.000Z',
    'plain',
  ]);
});

test('a time in any zone is the same after conversion to an instant and back', () => {
  for (const zone of listTimeZones()) {
    const time = '2026-12-24 18:45:00';
    expect(toWallTime(toInstant(time, zone).instant, zone), zone).toBe(time);
  }
});
