import { formatInstant, type DateFormat } from './dates.ts';

// A browser shows the screens of one user. The server never sets it and has no dates of screens.
let chosen: string | null = null;
let device: string | null = null;

/** The time zone of the browser. */
export function deviceTimeZone(): string {
  device ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return device;
}

/** The time zone of all screens: the user's choice, otherwise that of the browser. */
export function screenTimeZone(): string {
  return chosen ?? deviceTimeZone();
}

/** Selects the time zone of all screens; null is that of the browser. */
export function setScreenTimeZone(timeZone: string | null): void {
  chosen = timeZone;
}

/** An instant (or its ISO text) in the time zone of the screens. */
export function formatOnScreen(at: Date | string, format: DateFormat): string {
  return formatInstant(at, format, screenTimeZone());
}

/** "Nov 20, 2026" in the time zone of the screens. */
export function formatDate(at: Date | string): string {
  return formatOnScreen(at, 'date');
}

/** "Nov 20, 2026, 8:00 PM" in the time zone of the screens. */
export function formatTime(at: Date | string): string {
  return formatOnScreen(at, 'time');
}

/** "Nov 20, 8:00 PM" in the time zone of the screens, with the year if it is another one than at `now`. */
export function formatShortTime(at: Date | string, now: Date): string {
  const isSameYear = formatOnScreen(at, 'year') === formatOnScreen(now, 'year');
  return formatOnScreen(at, isSameYear ? 'shortTime' : 'time');
}
