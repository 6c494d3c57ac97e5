import { DAY_MS } from '#src/lib/dates.ts';
import { formatZoneName } from './dates.ts';

/** A local date and time without a zone: YYYY-MM-DD HH:mm:ss. */
export type WallTime = string;

/** Milliseconds by which a time zone is ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const name = formatZoneName(instant, timeZone, 'offset');
  const match = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name);
  if (!match) return 0;
  const [hours, minutes, seconds] = match.slice(2).map((digits) => Number(digits ?? 0));
  const offset = ((hours! * 60 + minutes!) * 60 + seconds!) * 1_000;
  return match[1] === '-' ? -offset : offset;
}

const asUtc = (time: WallTime): number => Date.parse(`${time.replace(' ', 'T')}Z`);

/** The local time of a zone at an instant. */
export function toWallTime(instant: Date, timeZone: string): WallTime {
  const shown = new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone));
  return shown.toISOString().slice(0, 19).replace('T', ' ');
}

/** The result of {@link toInstant}. */
export type ZonedInstant = {
  instant: Date;
  /** Around a clock change a time may be skipped or repeated. */
  clocks: 'plain' | 'skipped' | 'repeated';
};

/**
 * Converts a local time of a zone to an instant. A repeated time means its first occurrence, and a
 * skipped time moves forward by the skipped duration.
 */
export function toInstant(time: WallTime, timeZone: string): ZonedInstant {
  const shown = asUtc(time);
  const before = offsetAt(shown - DAY_MS, timeZone);
  const after = offsetAt(shown + DAY_MS, timeZone);
  const candidates = [...new Set([shown - before, shown - after])].filter(
    (instant) => instant + offsetAt(instant, timeZone) === shown,
  );
  const first = Math.min(...candidates);
  if (candidates.length === 0) return { instant: new Date(shown - before), clocks: 'skipped' };
  return { instant: new Date(first), clocks: candidates.length > 1 ? 'repeated' : 'plain' };
}

/** The current date in a zone, as YYYY-MM-DD. */
export function getTodayIn(timeZone: string): string {
  return toWallTime(new Date(), timeZone).slice(0, 10);
}
