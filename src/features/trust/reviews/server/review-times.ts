import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import {
  SHOWN_REVIEW_TIMES,
  type reviewTimesSchema,
  type ReviewTimeUnit,
} from '../review-times.schema.ts';
import { postReviews } from './post-reviews.table.ts';
import { REVIEWED_POSTS, waitsForReview, waitsSince } from './review-list.ts';
import { isTimedReview, reviewTimeFigures } from './review-time-figures.ts';

type ReviewTimes = z.input<typeof reviewTimesSchema>;

const LONGEST_MINUTES = sql<
  number | null
>`(extract(epoch from now() - min(${waitsSince})) / 60)::float8`;

/** How long reviews took in the last days or weeks (UTC), and what waits now. */
export async function getReviewTimes(
  pool: Pool,
  { unit, aimHours }: { unit: ReviewTimeUnit; aimHours: number },
): Promise<ReviewTimes> {
  const figures = reviewTimeFigures(aimHours);
  // One of two constants.
  const [name, back] = [sql.raw(`'${unit}'`), SHOWN_REVIEW_TIMES[unit] - 1];
  const today = sql`date_trunc(${name}, now() at time zone 'UTC')`;
  const first = sql`${today} - make_interval(${sql.raw(`${unit}s`)} => ${back}::int)`;
  const isShown = sql`${isTimedReview} and ${postReviews.decidedAt} >= (${first}) at time zone 'UTC'`;
  const [[waiting], [total], periods, reviewers] = await Promise.all([
    selectRows(
      pool,
      {
        posts: sql<number>`count(*)::int`,
        longestMinutes: LONGEST_MINUTES,
        beyondAim: sql<number>`(count(*) filter (
          where ${waitsSince} < now() - make_interval(hours => ${aimHours}::int)))::int`,
      },
      (columns) => sql`select ${columns} from ${REVIEWED_POSTS} where ${waitsForReview}`,
    ),
    selectRows(
      pool,
      figures,
      (columns) => sql`select ${columns} from ${postReviews} where ${isShown}`,
    ),
    selectRows(
      pool,
      { from: sql<string>`to_char(period, 'YYYY-MM-DD')`, ...figures, decisions: DECIDED },
      (columns) => sql`
        select ${columns} from generate_series(${first}, ${today}, interval '1 ${sql.raw(unit)}') period
        left join ${postReviews} on ${isShown}
          and date_trunc(${name}, ${postReviews.decidedAt} at time zone 'UTC') = period
        group by period order by period desc`,
    ),
    selectRows(
      pool,
      {
        id: sql<string>`${postReviews.decidedBy}`,
        name: sql<string | null>`(select ${nameOrEmail(users)} from ${users}
          where ${users.id} = ${postReviews.decidedBy})`,
        ...figures,
      },
      (columns) => sql`
        select ${columns} from ${postReviews} where ${isShown}
        group by ${postReviews.decidedBy} order by count(*) desc, ${postReviews.decidedBy}`,
    ),
  ]);
  return { unit, aimHours, waiting: waiting!, total: total!, periods, reviewers };
}

/** A period without a decision has one row, of nothing. */
const DECIDED = sql<number>`count(${postReviews.id})::int`;
