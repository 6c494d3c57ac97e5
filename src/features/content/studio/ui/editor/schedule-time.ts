import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { type WallTime, toInstant, toWallTime } from '#src/lib/locale/wall-time.ts';

/** When to publish a post; `later` needs a time. */
export type Schedule = { mode: 'now' | 'later'; time: WallTime | null; timeZone: string };

export function immediateSchedule(): Schedule {
  return {
    mode: 'now',
    time: null,
    timeZone: screenTimeZone(),
  };
}

/** The schedule of a stored time, in the time zone in which it was chosen. */
export function scheduleOf(at: string, timeZone: string | null): Schedule {
  const zone = timeZone ?? screenTimeZone();
  return { mode: 'later', time: toWallTime(new Date(at), zone), timeZone: zone };
}

/** The error of a schedule, or null. */
export function scheduleError({ mode, time, timeZone }: Schedule, now = new Date()): string | null {
  if (mode === 'now') return null;
  if (!time) return 'Choose a time';
  return toInstant(time, timeZone).instant > now ? null : 'Choose a time in the future';
}

/** The instant of a schedule for the API; undefined for immediate publication. */
export function publishAtOf({ mode, time, timeZone }: Schedule): string | undefined {
  return mode === 'later' && time ? toInstant(time, timeZone).instant.toISOString() : undefined;
}

/** The plan of a draft for the API; null without a time. */
export function planOf(schedule: Schedule): { at: string; timeZone: string } | null {
  const at = publishAtOf(schedule);
  return at === undefined ? null : { at, timeZone: schedule.timeZone };
}
