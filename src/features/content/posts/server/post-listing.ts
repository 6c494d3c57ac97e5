import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isSuspendedUser } from '#src/features/identity/accounts/server/suspended.ts';
import { isAllowedSearch } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { CAPTION_PREVIEW_LENGTH } from '#src/lib/text.ts';
import {
  likePattern,
  prepareSelect,
  type RowOf,
  type Selection,
} from '#src/platform/database/statement.ts';
import { isAfter, orderBy, type Order, type Position } from '#src/platform/http/cursor.ts';
import { FEED_PAGE_SIZE, type FeedFilter, type FeedScope } from '../feed.schema.ts';
import { influencer, liveFields, notification, post, postVersion } from './post-fields.ts';
import { postNotifications } from './post-notifications.table.ts';
import { contentPosts } from './posts.table.ts';
import { grantedInfluencers, mayView, viewerId, viewerValues, type Viewer } from './viewing.ts';

type ListingOptions = { paymentsOpen: boolean };

const candidate = alias(contentPosts, 'candidate');
const activeInfluencer = alias(profiles, 'known');
const isViewable = sql<boolean>`candidate.viewable`;

const rowFields = (options: ListingOptions) => ({
  id: post.id,
  version: postVersion,
  viewable: isViewable,
  ...liveFields(isViewable, options),
});

/**
 * A row of a listing: the right to view, the version of the cached fields, and the fields that are
 * not cached.
 */
export type PostRef = RowOf<ReturnType<typeof rowFields>>;

/** What is known about every post of the scope `mine`, so that its statement does not return it. */
const OF_OWN_FEED = {
  viewable: true,
  subscribeState: null,
  priceCents: null,
} as const satisfies Partial<PostRef>;

function ownRowFields(options: ListingOptions) {
  const { unread } = liveFields(sql`true`, options);
  return { id: post.id, version: postVersion, unread };
}

/** Joins the influencer of a candidate, unless a draft, inactive or suspended. */
const joinActiveInfluencer = sql`
  join ${profiles} ${activeInfluencer} on ${activeInfluencer.id} = ${candidate.influencerId}
    and ${activeInfluencer.isActive} and not ${activeInfluencer.isDraft}
    and not ${isSuspendedUser(activeInfluencer.id)}`;

const PREVIEW = sql.raw(String(CAPTION_PREVIEW_LENGTH));

/** Captions that contain the search text; a locked post matches only by its preview. */
function searchCondition(scope: FeedScope): SQL {
  const pattern = sql`${sql.placeholder('search')}::text`;
  const matchesCaption = sql`${candidate.caption} ilike ${pattern} and ${isAllowedSearch(pattern)}`;
  if (scope === 'mine') return matchesCaption;
  // The first condition makes the index usable.
  return sql`${matchesCaption} and (
    left(${candidate.caption}, ${PREVIEW}) ilike ${pattern} or ${mayView(candidate.influencerId)})`;
}

function filterConditions(scope: FeedScope, filter: FeedFilter): SQL {
  const conditions = [sql`${candidate.publishedAt} is not null`];
  if (filter.influencerId) {
    conditions.push(sql`${candidate.influencerId} = ${sql.placeholder('influencerId')}::uuid`);
  }
  if (filter.category) {
    conditions.push(sql`${candidate.category} = ${sql.placeholder('category')}::text`);
  }
  if (filter.search) conditions.push(searchCondition(scope));
  return sql.join(conditions, sql` and `);
}

function filterValues({ search, influencerId, category }: FeedFilter) {
  return { influencerId, category, search: search && likePattern(search) };
}

/** The candidates of each scope; `mine` joins the granted influencer. */
const SOURCES: Record<FeedScope, SQL> = {
  mine: sql`${contentPosts} ${candidate}
    join ${grantedInfluencers} granted on granted.influencer_id = ${candidate.influencerId}`,
  public: sql`${contentPosts} ${candidate} ${joinActiveInfluencer}`,
};

/** Newest first. */
export const FEED_ORDER: Order = {
  by: candidate.publishedAt,
  type: 'timestamptz',
  id: candidate.id,
  descending: true,
};
const NEWEST = sql`order by ${orderBy(FEED_ORDER)}`;
const PAGE = sql.raw(String(FEED_PAGE_SIZE + 1));
// Newest posts of each subscription that determine how far back a page can reach.
const HEAD_SIZE = sql.raw('8');

/** The first page, or one that follows a position. */
type PageKind = 'first' | 'next';

function matching(scope: FeedScope, filter: FeedFilter, pageKind: PageKind): SQL {
  const conditions = filterConditions(scope, filter);
  if (pageKind === 'first') return conditions;
  const position = { key: sql.placeholder('afterKey'), id: sql.placeholder('afterId') };
  return sql`${conditions} and ${isAfter(FEED_ORDER, position)}`;
}

/**
 * A page collected from the newest posts of each subscription, so that its cost does not grow with
 * the number of posts. The newest few of all subscriptions fill a page already, so nothing older
 * than the end of that page can be in the result.
 */
const ownPage = (conditions: SQL): SQL => sql`
  with granted as (select * from ${grantedInfluencers} granted),
  reach as (
    select head.published_at from granted cross join lateral (
      select ${candidate.publishedAt} from ${contentPosts} ${candidate}
      where ${candidate.influencerId} = granted.influencer_id and ${conditions}
      order by ${candidate.publishedAt} desc limit ${HEAD_SIZE}
    ) head
    order by head.published_at desc offset ${PAGE} - 1 limit 1
  )
  select candidate.* from granted cross join lateral (
    select ${candidate.id}, ${candidate.publishedAt}, granted.viewable
    from ${contentPosts} ${candidate}
    where ${candidate.influencerId} = granted.influencer_id and ${conditions}
      and ${candidate.publishedAt} >= coalesce((select published_at from reach), '-infinity')
    ${NEWEST} limit ${PAGE}
  ) candidate ${NEWEST} limit ${PAGE}`;

function page(scope: FeedScope, filter: FeedFilter, pageKind: PageKind): SQL {
  const conditions = matching(scope, filter, pageKind);
  // A search uses the index of captions, over all subscriptions at once.
  if (scope === 'mine' && !filter.search) return ownPage(conditions);
  const viewable = scope === 'mine' ? sql`granted.viewable` : mayView(candidate.influencerId);
  return sql`
    select ${candidate.id}, ${candidate.publishedAt}, ${viewable} as viewable
    from ${SOURCES[scope]} where ${conditions} ${NEWEST} limit ${PAGE}`;
}

/** Creates a function that prepares one statement for each combination of filters. */
function prepareByFilter<Fields extends Selection>(
  pool: Pool,
  kind: string,
  selection: Fields,
  statement: (columns: SQL, filter: FeedFilter) => SQL,
) {
  const prepared = new Map<string, ReturnType<typeof prepareSelect<Fields>>>();
  return (viewer: Viewer, filter: FeedFilter, after?: Position) => {
    const { influencerId, category, search } = filter;
    const name = `${kind}${influencerId ? '_i' : ''}${category ? '_c' : ''}${search ? '_s' : ''}`;
    let run = prepared.get(name);
    if (!run) {
      // A search is planned for its text, so it has no cached plan.
      const planName = search ? undefined : name;
      run = prepareSelect(pool, selection, (columns) => statement(columns, filter), planName);
      prepared.set(name, run);
    }
    return run({
      ...viewerValues(viewer),
      ...filterValues(filter),
      afterKey: after?.key,
      afterId: after?.id,
    });
  };
}

const preparePages = <Fields extends Selection>(
  pool: Pool,
  scope: FeedScope,
  pageKind: PageKind,
  fields: Fields,
) =>
  prepareByFilter(
    pool,
    `posts_${scope}_${pageKind}`,
    fields,
    (columns, filter) => sql`
      select ${columns}
      from (${page(scope, filter, pageKind)}) candidate
      join ${contentPosts} ${post} on ${post.id} = ${candidate.id}
      join ${profiles} ${influencer} on ${influencer.id} = ${post.influencerId}
      left join ${postNotifications} ${notification}
        on ${notification.postId} = ${post.id} and ${notification.subscriberId} = ${viewerId}
          and ${notification.readAt} is null
      ${NEWEST}`,
  );

const prepareCount = (pool: Pool, scope: FeedScope) =>
  prepareByFilter(
    pool,
    `posts_${scope}_count`,
    { total: sql<number>`count(*)::int` },
    (columns, filter) =>
      sql`select ${columns} from ${SOURCES[scope]} where ${filterConditions(scope, filter)}`,
  );

type ListPage = (viewer: Viewer, filter: FeedFilter, after?: Position) => Promise<PostRef[]>;

function prepareList(
  pool: Pool,
  scope: FeedScope,
  pageKind: PageKind,
  options: ListingOptions,
): ListPage {
  if (scope === 'public') return preparePages(pool, scope, pageKind, rowFields(options));
  const list = preparePages(pool, scope, pageKind, ownRowFields(options));
  return async (viewer, filter, after) => {
    const rows = await list(viewer, filter, after);
    return rows.map(({ id, version, unread }) => ({ id, version, unread, ...OF_OWN_FEED }));
  };
}

/** Lists and counts posts. */
export function createPostListing(pool: Pool, options: ListingOptions) {
  const prepare = (scope: FeedScope) => ({
    // First pages are by far the most frequent, so they have their own statement and cached plan.
    first: prepareList(pool, scope, 'first', options),
    next: prepareList(pool, scope, 'next', options),
    count: prepareCount(pool, scope),
  });
  const statements: Record<FeedScope, ReturnType<typeof prepare>> = {
    mine: prepare('mine'),
    public: prepare('public'),
  };
  return {
    /** Lists one post more than a page holds, if there are more. */
    list: (
      scope: FeedScope,
      viewer: Viewer,
      filter: FeedFilter,
      after?: Position,
    ): Promise<PostRef[]> => statements[scope][after ? 'next' : 'first'](viewer, filter, after),
    async count(scope: FeedScope, viewer: Viewer, filter: FeedFilter): Promise<number> {
      const [row] = await statements[scope].count(viewer, filter);
      return row!.total;
    },
  };
}
