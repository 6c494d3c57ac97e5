import { formatRelativeTime } from '#src/lib/locale/relative-time.ts';
import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import { useNow } from './use-now.ts';

type TimeAgoProps = {
  /** ISO text of an instant. */
  at: string;
  /** Shows the date in front of the relative time instead of replacing it. */
  withDate?: boolean;
};

/** "3 hours ago" for a week, later the date. The tooltip is the full time. */
export function TimeAgo({ at, withDate = false }: TimeAgoProps) {
  const relative = formatRelativeTime(at, useNow());
  const date = formatDate(at);
  return (
    <time dateTime={at} title={formatTime(at)}>
      {withDate && relative ? `${date} · ${relative}` : (relative ?? date)}
    </time>
  );
}
