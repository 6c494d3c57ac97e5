import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { toInstant } from '#src/lib/locale/wall-time.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The instant at which a day (YYYY-MM-DD), or one `days` later, begins in the zone of the screens. */
export function dayStart(day: string, days = 0): string {
  const date = new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  return toInstant(`${date} 00:00:00`, screenTimeZone()).instant.toISOString();
}
