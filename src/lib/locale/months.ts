import { z } from 'zod';
import { formatUtcDay } from '#src/lib/dates.ts';
import { formatInstant } from './dates.ts';

/** A calendar month in UTC: "2026-10". */
export const monthSchema = z.string().regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month');

/** The first and last day of a calendar month (UTC), and the instants between which it lies. */
export function monthBounds(month: string) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const [from, to] = [Date.UTC(year, number - 1), Date.UTC(year, number)];
  return {
    /** The first instant of the month. */
    from: new Date(from),
    /** The first instant of the next month. */
    to: new Date(to),
    periodStart: formatUtcDay(new Date(from)),
    periodEnd: formatUtcDay(new Date(to - 1)),
  };
}

/** The calendar month (UTC) this many months before `now`: "2026-10". */
export function monthBefore(now: Date, back = 1): string {
  return formatUtcDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))).slice(
    0,
    7,
  );
}

/** "October 2026", for a month or any of its days. */
export function monthLabel(month: string): string {
  return formatInstant(monthBounds(month.slice(0, 7)).from, 'month', 'UTC');
}
