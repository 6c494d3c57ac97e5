import { DAY_MS } from '#src/lib/dates.ts';
import { LOCALE } from './locale.ts';
import { screenTimeZone } from './screen-dates.ts';
import { toWallTime } from './wall-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SHOWN_FOR_MS = 7 * DAY_MS;

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

/** The calendar day of an instant on screens, counted from 1970. */
function screenDay(at: number): number {
  return Date.parse(toWallTime(new Date(at), screenTimeZone()).slice(0, 10)) / DAY_MS;
}

/**
 * "3 hours ago" or "Yesterday" for an instant of the last seven days, otherwise null. From 24 hours
 * on, calendar days count.
 */
export function formatRelativeTime(at: Date | string, now: number): string | null {
  const time = new Date(at).getTime();
  const age = now - time;
  // The clock of the device may be slow by a minute.
  if (!(age > -MINUTE_MS && age < SHOWN_FOR_MS)) return null;
  if (age < MINUTE_MS) return 'Just now';
  if (age < HOUR_MS) return relative.format(-Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return relative.format(-Math.floor(age / HOUR_MS), 'hour');
  const text = relative.format(screenDay(time) - screenDay(now), 'day');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
