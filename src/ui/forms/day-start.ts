import { addDays } from '#src/lib/dates.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { toInstant } from '#src/lib/locale/wall-time.ts';

/** The instant at which a day (YYYY-MM-DD), or one `days` later, begins in the zone of the screens. */
export function dayStart(day: string, days = 0): string {
  const date = addDays(day, days);
  return toInstant(`${date} 00:00:00`, screenTimeZone()).instant.toISOString();
}
