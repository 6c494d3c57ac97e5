import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { StudioMedia } from '#src/features/content/media/media.schema.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { MediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import { STUDIO_MEDIA } from '#src/features/content/media/server/studio-media.ts';
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
import { postInScope } from './post-scope.ts';
import { viewsOfPost } from './post-views.ts';
import { contentPosts as posts } from './posts.table.ts';

type StudioPost = z.input<typeof studioPostSchema>;

const failed = alias(contentMedia, 'failed');

const STATES: Record<NonNullable<StudioFilter['state']>, SQL> = {
  draft: sql`${posts.publishAt} is null and ${posts.publishedAt} is null`,
  scheduled: sql`${posts.publishAt} is not null and ${posts.publishedAt} is null`,
  published: sql`${posts.publishedAt} is not null`,
  // A post with a failed file is never published.
  failed: sql`${posts.publishedAt} is null and exists (
    select from ${contentMedia} ${failed} where ${failed.postId} = ${posts.id} and ${failed.state} = 'failed')`,
};

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
  createdAt: posts.createdAt,
  publishAt: posts.publishAt,
  publishedAt: posts.publishedAt,
  views: viewsOfPost(posts.id),
  influencer: sql<StudioPost['influencer']>`case when ${profiles.id} is not null then ${jsonObject({
    id: profiles.id,
    fullName: sql<string>`coalesce(nullif(${profiles.fullName}, ''), 'Unknown')`,
  } satisfies SelectionOf<NonNullable<StudioPost['influencer']>>)} end`,
  media: sql<StudioMedia[]>`(
    select ${jsonArray(STUDIO_MEDIA, sql`${contentMedia.displayOrder}`)}
    from ${contentMedia} where ${contentMedia.postId} = ${posts.id}
  )`,
};
type Row = RowOf<typeof FIELDS>;

// Not prepared: requests are rare, and the statement depends on the actor.
const readPosts = (pool: Pool, conditions: (SQL | undefined)[], order = ORDERS.newest) =>
  selectRows(
    pool,
    { ...FIELDS, positionKey: positionKey(order) },
    (columns) => sql`
      select ${columns} from ${posts} left join ${profiles} on ${profiles.id} = ${posts.influencerId}
      where ${and(sql`true`, ...conditions)}
      order by ${orderBy(order)} limit ${sql.raw(String(FEED_PAGE_SIZE + 1))}`,
  );

const conditionsOf = (filter: StudioFilter, actor: Actor): (SQL | undefined)[] => [
  postInScope(actor),
  filter.influencerId === undefined ? undefined : eq(posts.influencerId, filter.influencerId),
  filter.category && eq(posts.category, filter.category),
  containsText(filter.search, posts.caption),
  filter.state && STATES[filter.state],
  // Drafts are visible only to the back office.
  actor.role === 'influencer' ? isNotNull(posts.publishAt) : undefined,
];

function stateOf({ publishAt, publishedAt }: Row): PostState {
  if (publishedAt) return 'published';
  return publishAt ? 'scheduled' : 'draft';
}

function toPost(row: Row): StudioPost {
  return { ...row, state: stateOf(row) };
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
