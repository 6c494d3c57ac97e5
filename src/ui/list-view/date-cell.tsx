import { formatDate, formatTime } from '#src/lib/dates.ts';

/** The placeholder for a missing value. */
export const NONE = '–';

/** A date in a list, with the time as a tooltip. */
export function dateCell(iso: string | null) {
  return iso ? (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatDate(iso)}
    </time>
  ) : (
    NONE
  );
}
