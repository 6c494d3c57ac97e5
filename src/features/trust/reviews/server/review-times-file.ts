import { csvFile } from '#src/platform/http/csv.ts';
import type { Download } from '#src/platform/http/download.ts';
import type { ReviewTimeFigures, ReviewTimes } from '../review-times.schema.ts';
import { shareWithinAim } from '../reviews.rules.ts';

type Line = ReviewTimeFigures & { part: string; subject: string };

/** The times of reviews as CSV: all, by day or week, and by who decided. */
export function reviewTimesCsv({ unit, total, periods, reviewers }: ReviewTimes): Download {
  const lines: Line[] = [
    { part: 'All', subject: '', ...total },
    ...periods.map(({ from, ...figures }) => ({
      part: unit === 'day' ? 'Day' : 'Week from',
      subject: from,
      ...figures,
    })),
    ...reviewers.map(({ name, ...figures }) => ({
      part: 'Reviewer',
      subject: name ?? 'Former colleague',
      ...figures,
    })),
  ];
  return csvFile<Line>(
    `review-times-by-${unit}.csv`,
    {
      Part: ({ part }) => part,
      Subject: ({ subject }) => subject,
      Decisions: ({ decisions }) => decisions,
      'Median minutes': ({ medianMinutes }) => rounded(medianMinutes),
      '90th percentile minutes': ({ p90Minutes }) => rounded(p90Minutes),
      'Within aim': ({ withinAim }) => withinAim,
      'Within aim percent': (line) => shareWithinAim(line),
    },
    readOnce(lines),
  );
}

const rounded = (minutes: number | null) => minutes && Math.round(minutes);

async function* readOnce(lines: Line[]) {
  yield lines;
}
