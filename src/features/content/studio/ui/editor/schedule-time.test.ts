import { expect, test } from 'vitest';
import { publishAtOf, scheduleError } from './schedule-time.ts';

test('a post can only be scheduled for the future', () => {
  const now = new Date('2026-11-20T19:00:00Z');
  const at = (time: string | null) => ({ mode: 'later' as const, time, timeZone: 'Europe/Berlin' });
  expect(scheduleError({ ...at(null), mode: 'now' }, now)).toBeNull();
  expect(scheduleError(at(null), now)).toBe('Choose a time');
  expect(scheduleError(at('2026-11-20 20:00:00'), now)).toBe('Choose a time in the future');
  expect(scheduleError(at('2026-11-20 20:01:00'), now)).toBeNull();
});

test('publishing now leaves the time to the server', () => {
  const schedule = { time: '2026-11-20 20:01:00', timeZone: 'Europe/Berlin' };
  expect(publishAtOf({ ...schedule, mode: 'now' })).toBeUndefined();
  expect(publishAtOf({ ...schedule, mode: 'later' })).toBe('2026-11-20T19:01:00.000Z');
});
