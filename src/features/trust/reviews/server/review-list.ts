import { and, inArray, isNotNull, isNull, sql, eq, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { postContents } from '#src/features/content/posts/server/post-contents.table.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { postInScope } from '#src/features/content/posts/server/post-scope.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import type { PostReviewState } from '#src/features/content/publication-rule/review-states.schema.ts';
import {
  REVIEW_COLUMNS,
  reviewIn,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import {
  containsText,
  jsonObject,
  literal,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  reviewCountsSchema,
  ReviewQuery,
  ReviewRow,
  reviewRowSchema,
  ReviewSignal,
} from '../reviews.schema.ts';
import { postReviews } from './post-reviews.table.ts';
import { isTimedReview, MEDIAN_MINUTES } from './review-time-figures.ts';

type Row = z.input<typeof reviewRowSchema>;

/** Scheduled posts with their review. */
export const REVIEWED_POSTS = sql`${contentPosts}
  join ${profiles} on ${profiles.id} = ${contentPosts.influencerId}
  left join ${postContents} on ${postContents.postId} = ${contentPosts.id}
  cross join lateral ${reviewIn(contentPosts)}`;

/** Whether a post can be reviewed: it is scheduled. */
export const isReviewable = and(
  isNotNull(contentPosts.publishAt),
  isNull(contentPosts.publishedAt),
  isNull(contentPosts.hiddenAt),
)!;

const isIn = (...states: PostReviewState[]) => inArray(REVIEW_COLUMNS.state, states.map(literal));

/** Whether the review of a post waits for the team. */
export const waitsForReview = and(isReviewable, isIn('waiting', 'second-review'))!;

/** Since when the content of a post waits. */
export const waitsSince =
  sql<Date>`coalesce(${postContents.waitsSince}, ${contentPosts.createdAt})`.mapWith(
    contentPosts.createdAt,
  );

const STATES: Record<NonNullable<ReviewQuery['state']>, SQL> = {
  open: waitsForReview,
  returned: and(isReviewable, isIn('changes-requested', 'rejected'))!,
  approved: and(isReviewable, isIn('approved'))!,
};

const influencer = sql<ReviewRow['influencer']>`${jsonObject({
  id: profiles.id,
  fullName: nameOrUnknown(profiles.fullName),
} satisfies SelectionOf<ReviewRow['influencer']>)}`;

export const REVIEW_ROW = {
  id: contentPosts.id,
  caption: contentPosts.caption,
  influencer,
  state: REVIEW_COLUMNS.state,
  signals: sql<ReviewSignal[]>`array(
    select signal from review_signals(${contentPosts.id}, ${contentPosts.influencerId}, ${contentPosts.caption}))`,
  // A scheduled post has a time.
  publishAt: sql<Date>`${contentPosts.publishAt}`.mapWith(contentPosts.createdAt),
  waitsSince,
};

const LISTING = {
  columns: {
    ...REVIEW_ROW,
    files: sql<number>`(select count(*)::int from ${contentMedia}
      where ${contentMedia.postId} = ${contentPosts.id})`,
    people: sql<number>`(select count(*)::int + 1 from ${postPeople}
      where ${postPeople.postId} = ${contentPosts.id})`,
  } satisfies SelectionOf<Row>,
  from: REVIEWED_POSTS,
  id: contentPosts.id,
  sorts: {
    due: { by: contentPosts.publishAt, type: 'timestamptz' },
    waiting: { by: waitsSince, type: 'timestamptz' },
  },
} satisfies Listing<'due' | 'waiting'>;

/** A page of the scheduled posts that match a filter. */
export function listReviews(pool: Pool, actor: Actor, query: ReviewQuery): Promise<ListPage<Row>> {
  const { search, state, influencerId } = query;
  const where = [
    isReviewable,
    postInScope(actor),
    containsText(search, contentPosts.caption, profiles.fullName),
    state && STATES[state],
    influencerId === undefined ? undefined : eq(contentPosts.influencerId, influencerId),
  ];
  return listPage(pool, LISTING, { ...query, where });
}

/** How many scheduled posts there are in each state, and how long decisions take. */
export async function countReviews(
  pool: Pool,
  actor: Actor,
): Promise<z.output<typeof reviewCountsSchema>> {
  const count = (where: SQL) =>
    countUpToLimit(pool, REVIEWED_POSTS, [isReviewable, postInScope(actor), where]);
  const [all, open, returned, approved, [median]] = await Promise.all([
    count(sql`true`),
    count(STATES.open),
    count(STATES.returned),
    count(STATES.approved),
    selectRows(
      pool,
      { medianMinutes: MEDIAN_MINUTES },
      (columns) => sql`select ${columns} from ${postReviews}
        where ${postReviews.decidedAt} > now() - interval '30 days' and ${isTimedReview}`,
    ),
  ]);
  return { all, open, returned, approved, ...median! };
}
