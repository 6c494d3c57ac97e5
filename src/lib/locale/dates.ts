import { LOCALE } from './locale.ts';

const date = { month: 'short', day: 'numeric', year: 'numeric' } as const;

/** All forms of dates and times, with an example. */
const FORMATS = {
  /** Nov 20, 2026 */
  date,
  /** Nov 20, 2026, 8:00 PM */
  time: { dateStyle: 'medium', timeStyle: 'short' },
  /** Nov 20, 2026, 8:00:05 PM */
  exactTime: { dateStyle: 'medium', timeStyle: 'medium' },
  /** Nov 20, 8:00 PM */
  shortTime: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** 8:00 PM */
  clock: { timeStyle: 'short' },
  /** 8:00:05 PM */
  exactClock: { timeStyle: 'medium' },
  /** Fri, Nov 20, 2026, 8:00 PM GMT+1 */
  zonedTime: {
    ...date,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  /** 8:00 PM GMT+1 */
  zonedClock: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  /** Nov 20 */
  shortDay: { month: 'short', day: 'numeric' },
  /** November 20 */
  day: { month: 'long', day: 'numeric' },
  /** Tue */
  weekday: { weekday: 'short' },
  /** Tue, Nov 24 */
  weekdayDay: { weekday: 'short', month: 'short', day: 'numeric' },
  /** Nov 26 */
  shortMonth: { month: 'short', year: '2-digit' },
  /** 2026 */
  year: { year: 'numeric' },
  /** November 2026 */
  month: { month: 'long', year: 'numeric' },
  /** The name of the zone: GMT+1 */
  zone: { timeZoneName: 'short' },
  /** The offset of the zone: GMT+01:00 */
  offset: { timeZoneName: 'longOffset' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DateFormat = keyof typeof FORMATS;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs far more than using it, so each is created once. */
function formatterOf(format: DateFormat, timeZone: string): Intl.DateTimeFormat {
  const key = `${format} ${timeZone}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(LOCALE, { ...FORMATS[format], timeZone });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** An instant (or its ISO text) in a time zone. */
export function formatInstant(at: Date | string, format: DateFormat, timeZone: string): string {
  return formatterOf(format, timeZone).format(new Date(at));
}

/** "Nov 20, 2026" in UTC, for statements, and for pages that are rendered once for all users. */
export function formatUtcDate(at: Date | string): string {
  return formatInstant(at, 'date', 'UTC');
}

/** "Nov 1 – 21, 2026", from the first and last day or instant in UTC. */
export function formatUtcRange(start: Date | string, end: Date | string): string {
  return formatterOf('date', 'UTC').formatRange(new Date(start), new Date(end));
}

/** "Nov 20, 2026, 8:00 PM GMT+1", for mails. */
export function formatMailTime(at: Date | string, timeZone: string): string {
  return `${formatInstant(at, 'date', timeZone)}, ${formatInstant(at, 'zonedClock', timeZone)}`;
}

/** The name of a zone at an instant, as in "GMT+1", or its offset, as in "GMT+01:00". */
export function formatZoneName(
  at: Date | number,
  timeZone: string,
  format: 'zone' | 'offset' = 'zone',
): string {
  const parts = formatterOf(format, timeZone).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
