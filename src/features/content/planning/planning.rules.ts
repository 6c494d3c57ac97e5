import { addDays, DAY_MS, formatUtcDay } from '#src/lib/dates.ts';
import { toInstant, toWallTime } from '#src/lib/locale/wall-time.ts';

/** A calendar day without a zone: YYYY-MM-DD. */
export type Day = string;

export function daysBetween(first: Day, last: Day): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS;
}

/** The day of an instant in a zone. */
export function dayOf(at: Date | string, timeZone: string): Day {
  return toWallTime(new Date(at), timeZone).slice(0, 10);
}

/**
 * Moves a time by whole days. The clock of the zone in which it was chosen shows the same time, also
 * when summer time begins or ends in between. A skipped time moves forward, and a repeated one means
 * its first occurrence.
 */
export function moveByDays(at: Date | string, days: number, timeZone: string): Date {
  const [day, time] = toWallTime(new Date(at), timeZone).split(' ');
  return toInstant(`${addDays(day!, days)} ${time}`, timeZone).instant;
}

export type Rhythm = {
  firstDay: Day;
  /** HH:mm */
  time: string;
  /** The number of days from one post to the next. */
  everyDays: number;
  timeZone: string;
};

/** The times of so many posts, each at the same time on the clock of the zone. */
export function timesOf({ firstDay, time, everyDays, timeZone }: Rhythm, count: number): Date[] {
  return Array.from(
    { length: count },
    (_, index) => toInstant(`${addDays(firstDay, index * everyDays)} ${time}:00`, timeZone).instant,
  );
}

export const CALENDAR_VIEWS = ['month', 'week', 'influencers'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The days that a calendar shows: the week of a day, or all weeks of its month, from Sunday on. */
export function daysOf(view: CalendarView, day: Day): Day[] {
  const startOfWeek = (of: Day) => addDays(of, -new Date(of).getUTCDay());
  if (view !== 'month') {
    return Array.from({ length: 7 }, (_, index) => addDays(startOfWeek(day), index));
  }
  const first = startOfWeek(`${day.slice(0, 7)}-01`);
  const next = monthAfter(day, 1);
  const weeks = Math.ceil(daysBetween(first, next) / 7);
  return Array.from({ length: weeks * 7 }, (_, index) => addDays(first, index));
}

/** The first day of the month that is so many months later. */
export function monthAfter(day: Day, months: number): Day {
  const [year, month] = day.split('-').map(Number);
  return formatUtcDay(new Date(Date.UTC(year!, month! - 1 + months, 1)));
}

/** The shortest time without a post that counts as a gap, in days. */
export const GAP_DAYS = 3;

export type Gap = { first: Day; length: number };

/** The runs of at least {@link GAP_DAYS} days without a post. */
export function findGaps(days: readonly Day[], daysWithPosts: ReadonlySet<Day>): Gap[] {
  const gaps: Gap[] = [];
  for (const day of days) {
    if (daysWithPosts.has(day)) continue;
    const last = gaps.at(-1);
    if (last && addDays(last.first, last.length) === day) last.length++;
    else gaps.push({ first: day, length: 1 });
  }
  return gaps.filter(({ length }) => length >= GAP_DAYS);
}

/** "No post for 6 days": the whole days between the last post and the next, or today without a next one. */
export function gapText(
  { lastAt, nextAt }: { lastAt: Date | string | null; nextAt: Date | string | null },
  now: Date,
): string | null {
  if (!lastAt) return nextAt ? null : 'No posts yet';
  const days = Math.floor(
    (new Date(nextAt ?? now).getTime() - new Date(lastAt).getTime()) / DAY_MS,
  );
  if (days < GAP_DAYS) return nextAt ? null : 'Nothing scheduled';
  return nextAt ? `No post for ${days} days` : `No post for ${days} days, nothing scheduled`;
}
