import { TimeAgo } from '#src/ui/elements/time-ago.tsx';

/** The placeholder for a missing value. */
export const NONE = '–';

/** A date in a list, relative during the first week, with the time as a tooltip. */
export function dateCell(iso: string | null) {
  return iso ? <TimeAgo at={iso} /> : NONE;
}
