import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import type { StudioMedia } from '#src/features/content/media/media.schema.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { MediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import { STUDIO_MEDIA } from '#src/features/content/media/server/studio-media.ts';
import { AI_USE_LABELS } from '#src/features/content/publication-rule/ai-use.rules.ts';
import type { PostReviewState } from '#src/features/content/publication-rule/review-states.schema.ts';
import {
  hasObstacles,
  isReviewed,
  obstaclesOf,
  REVIEW_COLUMNS,
  reviewIn,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import {
  containsText,
  jsonArray,
  jsonObject,
  selectRows,
  type RowOf,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import {
  decodeCursor,
  isAfter,
  orderBy,
  positionKey,
  takePage,
  type Order,
} from '#src/platform/http/cursor.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { FEED_PAGE_SIZE } from '../feed.schema.ts';
import type {
  PostState,
  StudioFilter,
  studioPostSchema,
  studioQuerySchema,
} from '../posts.schema.ts';
import { postPeople } from './post-people.table.ts';
import { postInScope } from './post-scope.ts';
import { viewsOfPost } from './post-views.ts';
import { contentPosts as posts, postDate } from './posts.table.ts';

type StudioPost = z.input<typeof studioPostSchema>;

const failed = alias(contentMedia, 'failed');

/** A scheduled post that somebody in it prevents from being published. */
export const isBlockedPost = sql<boolean>`(${posts.publishAt} is not null and ${posts.publishedAt} is null
  and ${posts.hiddenAt} is null and ${hasObstacles(posts)})`;

const isScheduled = sql`(${posts.publishAt} is not null and ${posts.publishedAt} is null and ${posts.hiddenAt} is null)`;

/** A scheduled post whose review is in one of the states. */
const isInReview = (
  states: readonly PostReviewState[],
) => sql`(${isScheduled} and not ${isReviewed(posts)}
  and exists (select from ${reviewIn(posts)} where ${inArray(REVIEW_COLUMNS.state, states)}))`;

const STATES: Record<NonNullable<StudioFilter['state']>, SQL> = {
  draft: sql`${posts.publishAt} is null and ${posts.publishedAt} is null and ${posts.hiddenAt} is null`,
  scheduled: isScheduled,
  hidden: sql`${posts.hiddenAt} is not null`,
  published: sql`${posts.publishedAt} is not null`,
  blocked: isBlockedPost,
  'in-review': isInReview(['waiting', 'second-review']),
  returned: isInReview(['changes-requested', 'rejected']),
  // A post with a failed file is never published.
  failed: sql`${posts.publishedAt} is null and exists (
    select from ${contentMedia} ${failed} where ${failed.postId} = ${posts.id} and ${failed.state} = 'failed')`,
};

const isOfAiUse = (aiUse: NonNullable<StudioFilter['aiUse']>) =>
  aiUse === 'unstated' ? isNull(posts.aiUse) : eq(posts.aiUse, aiUse);

const byCreation = { by: posts.createdAt, type: 'timestamptz', id: posts.id } as const;
const ORDERS: Record<NonNullable<StudioFilter['sort']>, Order> = {
  newest: { ...byCreation, descending: true },
  oldest: { ...byCreation, descending: false },
  views: { by: viewsOfPost(posts.id), type: 'bigint', id: posts.id, descending: true },
};

const FIELDS = {
  id: posts.id,
  version: posts.version,
  caption: posts.caption,
  category: posts.category,
  aiUse: posts.aiUse,
  createdAt: posts.createdAt,
  publishAt: posts.publishAt,
  plannedAt: posts.plannedAt,
  timeZone: posts.timeZone,
  publishedAt: posts.publishedAt,
  hiddenAt: posts.hiddenAt,
  views: viewsOfPost(posts.id),
  influencer: sql<StudioPost['influencer']>`case when ${profiles.id} is not null then ${jsonObject({
    id: profiles.id,
    fullName: nameOrUnknown(profiles.fullName),
  } satisfies SelectionOf<NonNullable<StudioPost['influencer']>>)} end`,
  media: sql<StudioMedia[]>`(
    select ${jsonArray(STUDIO_MEDIA, sql`${contentMedia.displayOrder}`)}
    from ${contentMedia} where ${contentMedia.postId} = ${posts.id}
  )`,
  people: sql<StudioPost['people']>`(
    select ${jsonArray(
      jsonObject({ id: performers.id, fullName: performers.fullName }),
      sql`${performers.fullName}`,
    )}
    from ${postPeople} join ${performers} on ${performers.id} = ${postPeople.performerId}
    where ${postPeople.postId} = ${posts.id}
  )`,
  obstacles: sql<StudioPost['obstacles']>`case when ${posts.publishedAt} is null
    then ${obstaclesOf(posts)} else '[]'::json end`,
  review: sql<
    StudioPost['review']
  >`case when ${posts.publishedAt} is null and not ${isReviewed(posts)}
    then (select ${jsonObject(REVIEW_COLUMNS)} from ${reviewIn(posts)}) end`,
};
type Row = RowOf<typeof FIELDS>;

// Not prepared: requests are rare, and the statement depends on the actor.
const readPosts = (
  pool: Pool,
  conditions: (SQL | undefined)[],
  order = ORDERS.newest,
  size = FEED_PAGE_SIZE,
) =>
  selectRows(
    pool,
    { ...FIELDS, positionKey: positionKey(order) },
    (columns) => sql`
      select ${columns} from ${posts} left join ${profiles} on ${profiles.id} = ${posts.influencerId}
      where ${and(sql`true`, ...conditions)}
      order by ${orderBy(order)} limit ${sql.raw(String(size + 1))}`,
  );

const conditionsOf = (filter: StudioFilter, actor: Actor): (SQL | undefined)[] => [
  postInScope(actor),
  filter.influencerId === undefined ? undefined : eq(posts.influencerId, filter.influencerId),
  filter.category && eq(posts.category, filter.category),
  filter.aiUse && isOfAiUse(filter.aiUse),
  containsText(filter.search, posts.caption),
  filter.state && STATES[filter.state],
  filter.from === undefined ? undefined : sql`${postDate} >= ${filter.from}::timestamptz`,
  filter.to === undefined ? undefined : sql`${postDate} < ${filter.to}::timestamptz`,
  // Drafts are visible only to the back office.
  actor.role === 'influencer' ? isNotNull(posts.publishAt) : undefined,
];

type Instants = Pick<Row, 'publishAt' | 'publishedAt' | 'hiddenAt'>;

export function stateOf({ publishAt, publishedAt, hiddenAt }: Instants): PostState {
  if (hiddenAt) return 'hidden';
  if (publishedAt) return 'published';
  return publishAt ? 'scheduled' : 'draft';
}

function toPost({ hiddenAt, ...row }: Row) {
  return { ...row, state: stateOf({ ...row, hiddenAt }) };
}

/** Reads all posts that match in batches, for files. */
async function* readAllPosts(pool: Pool, actor: Actor, filter: StudioFilter) {
  const order = ORDERS[filter.sort ?? 'newest'];
  const size = 1_000;
  let cursor: string | null = null;
  do {
    const following: SQL | undefined =
      cursor === null ? undefined : isAfter(order, decodeCursor(cursor, order.type));
    const found: Awaited<ReturnType<typeof readPosts>> = await readPosts(
      pool,
      [...conditionsOf(filter, actor), following],
      order,
      size,
    );
    const page = takePage(found, size);
    cursor = page.next;
    yield page.rows.map(toPost);
  } while (cursor !== null);
}

const STATE_LABELS: Record<PostState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  hidden: 'Hidden',
};

/** Exports the filtered posts as CSV. */
export function exportPosts(pool: Pool, actor: Actor, filter: StudioFilter) {
  return csvFile<ReturnType<typeof toPost>>(
    'posts.csv',
    {
      Influencer: ({ influencer }) => influencer && influencer.fullName,
      Caption: ({ caption }) => caption,
      Category: ({ category }) => category,
      AI: ({ aiUse }) => aiUse && AI_USE_LABELS[aiUse],
      State: ({ state }) => STATE_LABELS[state],
      'Scheduled or Planned': ({ publishAt, plannedAt }) => publishAt ?? plannedAt,
      'Time Zone': ({ timeZone }) => timeZone,
      Published: ({ publishedAt }) => publishedAt,
      Created: ({ createdAt }) => createdAt,
      Files: ({ media }) => media.length,
      Views: ({ views }) => views,
    },
    readAllPosts(pool, actor, filter),
  );
}

/** Lists posts in every state for the studio. */
export function createStudio({ pool, mediaTokens }: { pool: Pool; mediaTokens: MediaTokens }) {
  async function listPosts(
    actor: Actor,
    { cursor, ...filter }: z.output<typeof studioQuerySchema>,
  ) {
    const order = ORDERS[filter.sort ?? 'newest'];
    const isFollowing =
      cursor === undefined ? undefined : isAfter(order, decodeCursor(cursor, order.type));
    if (actor.role === 'influencer') filter.influencerId = actor.userId;
    const found = await readPosts(pool, [...conditionsOf(filter, actor), isFollowing], order);
    const { rows, next } = takePage(found, FEED_PAGE_SIZE);
    return {
      posts: rows.map(toPost),
      mediaToken: mediaTokens.issue(actor.sessionId),
      nextCursor: next,
    };
  }

  return {
    /** Lists all posts for the back office, and own scheduled and published posts for an influencer. */
    listPosts,
    /** @throws DomainError 'not-found' */
    async getPost(actor: Actor, id: string) {
      const found = await readPosts(pool, [eq(posts.id, id), postInScope(actor)]);
      const [row] = takePage(found, 1).rows;
      if (!row) throw new DomainError('not-found', 'Post not found');
      return { post: toPost(row), mediaToken: mediaTokens.issue(actor.sessionId) };
    },
  };
}

export type Studio = ReturnType<typeof createStudio>;
