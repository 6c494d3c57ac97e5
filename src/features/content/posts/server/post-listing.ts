import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { CAPTION_PREVIEW_LENGTH } from '#src/lib/text.ts';
import {
  likePattern,
  prepareSelect,
  type RowOf,
  type Selection,
} from '#src/platform/database/statement.ts';
import { isAfter, orderBy, type Order, type Position } from '#src/platform/http/cursor.ts';
import { FEED_PAGE_SIZE, type FeedFilter } from '../feed.schema.ts';
import { influencer, liveFields, notification, post, postVersion } from './post-fields.ts';
import { postNotifications } from './post-notifications.table.ts';
import { contentPosts } from './posts.table.ts';
import { grantedInfluencers, mayView, viewerId, viewerValues, type Viewer } from './viewing.ts';

/**
 * Which published posts are listed: those of the influencers a subscriber may see, or those that
 * everyone may know of (suspended influencers' are hidden).
 */
export type Scope = 'mine' | 'public';

type ListingOptions = { paymentsOpen: boolean };

const candidate = alias(contentPosts, 'candidate');
const known = alias(profiles, 'known');
const isViewable = sql<boolean>`candidate.viewable`;

const rowFields = (scope: Scope, options: ListingOptions) => ({
  id: post.id,
  version: postVersion,
  viewable: isViewable,
  // All that is listed of one's own is viewable.
  ...liveFields(scope === 'mine' ? sql`true` : isViewable, options),
});

/**
 * A post of a listing: whether the viewer may see it, the version of its cached fields, and the
 * fields that are not cached.
 */
export type PostRef = RowOf<ReturnType<typeof rowFields>>;

/** Joins the influencer of a candidate who is neither inactive nor suspended. */
const knownInfluencer = sql`
  join ${profiles} ${known} on ${known.id} = ${candidate.influencerId} and ${known.isActive}
  join ${users} on ${users.id} = ${known.id} and not ${isSuspendedNow}`;

const PREVIEW = sql.raw(String(CAPTION_PREVIEW_LENGTH));

/** Captions with these words in them; of a locked post, in the part that everyone may read. */
function searchConditions(scope: Scope): SQL {
  const pattern = sql`${sql.placeholder('search')}::text`;
  const found = sql`${candidate.caption} ilike ${pattern}`;
  if (scope === 'mine') return found;
  // The first condition alone finds rows by the index.
  return sql`${found} and (
    left(${candidate.caption}, ${PREVIEW}) ilike ${pattern} or ${mayView(candidate.influencerId)})`;
}

function filterConditions(scope: Scope, filter: FeedFilter): SQL {
  const conditions = [sql`${candidate.publishedAt} is not null`];
  if (filter.influencerId) {
    conditions.push(sql`${candidate.influencerId} = ${sql.placeholder('influencerId')}::uuid`);
  }
  if (filter.category) {
    conditions.push(sql`${candidate.category} = ${sql.placeholder('category')}::text`);
  }
  if (filter.search) conditions.push(searchConditions(scope));
  return sql.join(conditions, sql` and `);
}

function filterValues({ search, influencerId, category }: FeedFilter) {
  return { influencerId, category, search: search && likePattern(search) };
}

/** The candidates of each scope; own ones come with their influencer's `granted`. */
const SOURCES: Record<Scope, SQL> = {
  mine: sql`${contentPosts} ${candidate}
    join ${grantedInfluencers} granted on granted.influencer_id = ${candidate.influencerId}`,
  public: sql`${contentPosts} ${candidate} ${knownInfluencer}`,
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
// Newest posts that are looked at of each subscription to learn how far back a page can reach.
const HEAD = sql.raw('8');

/** A first page, or one that follows a position. */
type Part = 'first' | 'next';

function matching(scope: Scope, filter: FeedFilter, part: Part): SQL {
  const conditions = filterConditions(scope, filter);
  if (part === 'first') return conditions;
  const position = { key: sql.placeholder('afterKey'), id: sql.placeholder('afterId') };
  return sql`${conditions} and ${isAfter(FEED_ORDER, position)}`;
}

/**
 * A page gathered from the newest of each subscription: its cost does not grow with the posts. The
 * heads of all subscriptions hold a page already, so nothing older than its end can be in the page.
 */
const ownPage = (conditions: SQL): SQL => sql`
  with granted as (select * from ${grantedInfluencers} granted),
  reach as (
    select head.published_at from granted cross join lateral (
      select ${candidate.publishedAt} from ${contentPosts} ${candidate}
      where ${candidate.influencerId} = granted.influencer_id and ${conditions}
      order by ${candidate.publishedAt} desc limit ${HEAD}
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

function page(scope: Scope, filter: FeedFilter, part: Part): SQL {
  const conditions = matching(scope, filter, part);
  // Rare words are found through the caption's index, over all subscriptions at once.
  if (scope === 'mine' && !filter.search) return ownPage(conditions);
  const viewable = scope === 'mine' ? sql`granted.viewable` : mayView(candidate.influencerId);
  return sql`
    select ${candidate.id}, ${candidate.publishedAt}, ${viewable} as viewable
    from ${SOURCES[scope]} where ${conditions} ${NEWEST} limit ${PAGE}`;
}

/** Makes a function that runs a statement of its own for each combination of filters. */
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
      // How to search is planned for the words at hand.
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

const preparePages = (pool: Pool, scope: Scope, part: Part, options: ListingOptions) =>
  prepareByFilter(
    pool,
    `posts_${scope}_${part}`,
    rowFields(scope, options),
    (columns, filter) => sql`
      select ${columns}
      from (${page(scope, filter, part)}) candidate
      join ${contentPosts} ${post} on ${post.id} = ${candidate.id}
      join ${profiles} ${influencer} on ${influencer.id} = ${post.influencerId}
      left join ${postNotifications} ${notification}
        on ${notification.postId} = ${post.id} and ${notification.subscriberId} = ${viewerId}
          and ${notification.readAt} is null
      ${NEWEST}`,
  );

const prepareCount = (pool: Pool, scope: Scope) =>
  prepareByFilter(
    pool,
    `posts_${scope}_count`,
    { total: sql<number>`count(*)::int` },
    (columns, filter) =>
      sql`select ${columns} from ${SOURCES[scope]} where ${filterConditions(scope, filter)}`,
  );

/** Lists and counts posts. */
export function createPostListing(pool: Pool, options: ListingOptions) {
  const prepare = (scope: Scope) => ({
    // First pages, by far the most, have a statement of their own, with a plan that is kept.
    first: preparePages(pool, scope, 'first', options),
    next: preparePages(pool, scope, 'next', options),
    count: prepareCount(pool, scope),
  });
  const statements: Record<Scope, ReturnType<typeof prepare>> = {
    mine: prepare('mine'),
    public: prepare('public'),
  };
  return {
    /** One post more than a page holds, when there are more. */
    list: (
      scope: Scope,
      viewer: Viewer,
      filter: FeedFilter,
      after?: Position,
    ): Promise<PostRef[]> => statements[scope][after ? 'next' : 'first'](viewer, filter, after),
    async count(scope: Scope, viewer: Viewer, filter: FeedFilter): Promise<number> {
      const [row] = await statements[scope].count(viewer, filter);
      return row!.total;
    },
  };
}
