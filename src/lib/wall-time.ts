/** A time as a clock on the wall shows it: YYYY-MM-DD HH:mm:ss. */
export type WallTime = string;

const DAY = 24 * 60 * 60_000;

/** The zone of the browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every zone there is, the browser's own among them under the name that it uses. */
export const listTimeZones = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ownTimeZone(), 'UTC'])].toSorted();

/** Milliseconds that the clocks of a zone are ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const match = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name ?? '');
  if (!match) return 0;
  const [hours, minutes, seconds] = match.slice(2).map((digits) => Number(digits ?? 0));
  const offset = ((hours! * 60 + minutes!) * 60 + seconds!) * 1_000;
  return match[1] === '-' ? -offset : offset;
}

const asUtc = (time: WallTime): number => Date.parse(`${time.replace(' ', 'T')}Z`);

/** What the clocks of a zone show at an instant. */
export function toWallTime(instant: Date, timeZone: string): WallTime {
  const shown = new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone));
  return shown.toISOString().slice(0, 19).replace('T', ' ');
}

/** What {@link toInstant} makes of a time on the wall. */
export type ZonedInstant = {
  instant: Date;
  /** Where the clocks are changed, a time may be skipped, or come twice. */
  clocks: 'plain' | 'skipped' | 'repeated';
};

/**
 * The instant at which the clocks of a zone show a time. Of a time that comes twice the first; one
 * that is skipped is as much later as the clocks are put forward.
 */
export function toInstant(time: WallTime, timeZone: string): ZonedInstant {
  const shown = asUtc(time);
  const before = offsetAt(shown - DAY, timeZone);
  const after = offsetAt(shown + DAY, timeZone);
  const candidates = [...new Set([shown - before, shown - after])].filter(
    (instant) => instant + offsetAt(instant, timeZone) === shown,
  );
  const first = Math.min(...candidates);
  if (candidates.length === 0) return { instant: new Date(shown - before), clocks: 'skipped' };
  return { instant: new Date(first), clocks: candidates.length > 1 ? 'repeated' : 'plain' };
}

/** "Fri, Nov 20, 2026, 8:00 PM GMT+1" */
export const zonedTimeText = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant);

/** The day that it is in a zone, as YYYY-MM-DD. */
export const todayIn = (timeZone: string): string => toWallTime(new Date(), timeZone).slice(0, 10);
