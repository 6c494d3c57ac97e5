import { addDays } from '#src/lib/dates.ts';
import { toInstant, toWallTime } from '#src/lib/locale/wall-time.ts';

/** Which days count as business days: weekdays that are not holidays, in one time zone. */
export type BusinessCalendar = {
  timeZone: string;
  /** Dates as YYYY-MM-DD. */
  holidays: ReadonlySet<string>;
};

const HOUR_MS = 60 * 60_000;

/** The instant so many elapsed hours later, regardless of clock changes. */
export function addHours(start: Date, hours: number): Date {
  return new Date(start.getTime() + hours * HOUR_MS);
}

function isBusinessDay(date: string, { holidays }: BusinessCalendar): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(date);
}

const dayAfter = (date: string) => addDays(date, 1);

/**
 * The same local time on the business day so many business days later. The day of the start does not
 * count, so a start on a weekend counts from the next business day.
 */
export function addBusinessDays(start: Date, days: number, calendar: BusinessCalendar): Date {
  const [startDate, time] = toWallTime(start, calendar.timeZone).split(' ') as [string, string];
  let date = startDate;
  let left = days;
  while (left > 0) {
    date = dayAfter(date);
    if (isBusinessDay(date, calendar)) left--;
  }
  return toInstant(`${date} ${time}`, calendar.timeZone).instant;
}
