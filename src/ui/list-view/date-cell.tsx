import { formatDate, formatTime } from '#src/lib/dates.ts';

/** What a list shows where a record has nothing. */
export const NONE = '–';

/** A day in a list; the pointer shows the time too. */
export const dateCell = (iso: string | null) =>
  iso ? (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatDate(iso)}
    </time>
  ) : (
    NONE
  );
