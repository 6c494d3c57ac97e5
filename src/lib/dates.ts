/** A day in UTC, which has no clock changes. */
export const DAY_MS = 24 * 60 * 60_000;

/** Whole years between a date of birth (YYYY-MM-DD) and `now` in UTC; NaN for an invalid date. */
export function calculateAge(dateOfBirth: string, now: Date): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(dateOfBirth);
  if (!match) return Number.NaN;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return Number.NaN;
  const beforeBirthday =
    now.getUTCMonth() < month - 1 || (now.getUTCMonth() === month - 1 && now.getUTCDate() < day);
  return now.getUTCFullYear() - year - (beforeBirthday ? 1 : 0);
}

/** The latest date of birth (YYYY-MM-DD) of someone who is this many years old at `now` in UTC. */
export function latestBirthday(years: number, now: Date): string {
  return formatUtcDay(addMonths(now, -12 * years));
}

/** Adds calendar months in UTC, limited to the last day of the month (31 January -> 28 February). */
export function addMonths(from: Date, months: number): Date {
  const target = new Date(from);
  target.setUTCDate(1);
  target.setUTCMonth(target.getUTCMonth() + months);
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  target.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return target;
}

/**
 * The first billing day after an instant, in whole months from the anchor: after a short month the
 * anchor's day applies again (31 January -> 28 February -> 31 March).
 */
export function nextBillingDay(anchor: Date, after: Date): Date {
  let months =
    (after.getUTCFullYear() - anchor.getUTCFullYear()) * 12 +
    (after.getUTCMonth() - anchor.getUTCMonth());
  while (addMonths(anchor, months) <= after) months++;
  return addMonths(anchor, months);
}

/** The calendar day in UTC: "2026-11-20". */
export function formatUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The calendar day (YYYY-MM-DD) so many days later. */
export function addDays(day: string, days: number): string {
  return formatUtcDay(new Date(Date.parse(day) + days * DAY_MS));
}

/** The time of day in UTC on a 24-hour clock: "20:00". */
export function formatUtcTime(at: Date): string {
  return at.toISOString().slice(11, 16);
}
