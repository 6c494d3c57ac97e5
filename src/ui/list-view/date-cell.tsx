import { formatDate, formatTime } from '#src/lib/dates.ts';

/** The placeholder for a missing value. */
export const NONE = '–';

/** A date in a list, with the time as a tooltip. */
export const dateCell = (iso: string | null) =>
  iso ? (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatDate(iso)}
    </time>
  ) : (
    NONE
  );
