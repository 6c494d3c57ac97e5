import { sql, type SQL } from 'drizzle-orm';
import type { SelectionOf } from '#src/platform/database/statement.ts';
import type { ReviewTimeFigures } from '../review-times.schema.ts';
import { postReviews } from './post-reviews.table.ts';

const minutes = sql`extract(epoch from ${postReviews.decidedAt} - ${postReviews.waitedSince}) / 60`;

/** The decisions whose time counts. */
export const isTimedReview: SQL = sql`${postReviews.undoneAt} is null and ${postReviews.waitedSince} is not null`;

const percentile = (share: string) =>
  sql<
    number | null
  >`(percentile_cont(${sql.raw(share)}) within group (order by ${minutes}))::float8`;

/** Half of the selected decisions took at most so many minutes. */
export const MEDIAN_MINUTES = percentile('0.5');

/** How long the selected decisions took, and how many of them at most the aim. */
export function reviewTimeFigures(aimHours: number) {
  return {
    decisions: sql<number>`count(*)::int`,
    medianMinutes: MEDIAN_MINUTES,
    p90Minutes: percentile('0.9'),
    withinAim: sql<number>`(count(*) filter (where ${minutes} <= ${aimHours}::int * 60))::int`,
  } satisfies SelectionOf<ReviewTimeFigures>;
}
