import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { subscribeState } from '#src/features/money/subscriptions/server/subscribe-state.ts';
import type { SubscribeState } from '#src/features/money/subscriptions/subscribe-state.schema.ts';
import { CAPTION_PREVIEW_LENGTH } from '#src/lib/text.ts';
import { likePattern, prepareStatement } from '#src/platform/database/statement.ts';
import { FEED_PAGE_SIZE, type FeedFilter } from '../feed.schema.ts';
import type { Position } from './cursor.ts';
import { grantedInfluencers, mayView, viewerId, viewerValues, type Viewer } from './viewing.ts';

/**
 * Which published posts are listed: those of the influencers a subscriber may see, or those that
 * everyone may know of (suspended influencers' are hidden).
 */
export type Scope = 'mine' | 'public';

/** A post of a listing: what the viewer may see of it, and the version of what it says. */
export type PostRef = {
  id: string;
  version: string;
  viewable: boolean;
  unread: boolean;
  /** Only of what is not viewable. */
  subscribeState?: SubscribeState | null;
};

/** Joins the influencer of a post `c` who is neither inactive nor suspended. */
const knownInfluencer = sql`
  join profiles k on k.id = c.influencer_id and k.is_active
  join users on users.id = k.id and not ${isSuspendedNow}`;

/** The version changes whenever the post or its influencer does; a published post's files never change. */
export const postVersion = sql`p.xmin::text || '-' || i.xmin::text`;

const PREVIEW = sql.raw(String(CAPTION_PREVIEW_LENGTH));

/** Captions with these words in them; of a locked post, in the part that everyone may read. */
function searchConditions(scope: Scope): SQL {
  const words = sql`${sql.placeholder('search')}::text`;
  const found = sql`c.caption ilike ${words}`;
  if (scope === 'mine') return found;
  // The first condition alone finds rows by the index.
  return sql`${found} and (
    left(c.caption, ${PREVIEW}) ilike ${words} or ${mayView(sql`c.influencer_id`)})`;
}

function filterConditions(scope: Scope, filter: FeedFilter): SQL {
  const conditions = [sql`c.published_at is not null`];
  if (filter.influencerId) {
    conditions.push(sql`c.influencer_id = ${sql.placeholder('influencerId')}::uuid`);
  }
  if (filter.category) conditions.push(sql`c.category = ${sql.placeholder('category')}::text`);
  if (filter.search) conditions.push(searchConditions(scope));
  return sql.join(conditions, sql` and `);
}

function filterValues({ search, influencerId, category }: FeedFilter) {
  return { influencerId, category, search: search && likePattern(search) };
}

/** Posts `c` of each scope; own posts come with their influencer's `g`. */
const SOURCES: Record<Scope, SQL> = {
  mine: sql`content_posts c join ${grantedInfluencers} g on g.influencer_id = c.influencer_id`,
  public: sql`content_posts c ${knownInfluencer}`,
};

const NEWEST = sql`order by c.published_at desc, c.id desc`;
const PAGE = sql.raw(String(FEED_PAGE_SIZE + 1));
// Newest posts that are looked at of each subscription to learn how far back a page can reach.
const HEAD = sql.raw('8');

const matching = (scope: Scope, filter: FeedFilter, from: Position | undefined): SQL =>
  from
    ? sql`${filterConditions(scope, filter)} and (c.published_at, c.id)
        < (${sql.placeholder('at')}::timestamptz, ${sql.placeholder('before')}::uuid)`
    : filterConditions(scope, filter);

/**
 * A page gathered from the newest of each subscription: its cost does not grow with the posts. The
 * heads of all subscriptions hold a page already, so nothing older than its end can be in the page.
 */
const ownPage = (conditions: SQL): SQL => sql`
  with g as (select * from ${grantedInfluencers} g),
  reach as (
    select c.published_at from g cross join lateral (
      select c.published_at from content_posts c
      where c.influencer_id = g.influencer_id and ${conditions}
      order by c.published_at desc limit ${HEAD}
    ) c
    order by c.published_at desc offset ${PAGE} - 1 limit 1
  )
  select c.* from g cross join lateral (
    select c.id, c.published_at, g.viewable from content_posts c
    where c.influencer_id = g.influencer_id and ${conditions}
      and c.published_at >= coalesce((select published_at from reach), '-infinity')
    ${NEWEST} limit ${PAGE}
  ) c ${NEWEST} limit ${PAGE}`;

function page(scope: Scope, filter: FeedFilter, from: Position | undefined): SQL {
  const conditions = matching(scope, filter, from);
  // Rare words are found through the caption's index, over all subscriptions at once.
  if (scope === 'mine' && !filter.search) return ownPage(conditions);
  const viewable = scope === 'mine' ? sql`g.viewable` : mayView(sql`c.influencer_id`);
  return sql`
    select c.id, c.published_at, ${viewable} as viewable
    from ${SOURCES[scope]} where ${conditions} ${NEWEST} limit ${PAGE}`;
}

/** How the viewer stands with the influencer of a post `p` that is locked. */
const lockedState = (paymentsOpen: boolean): SQL => sql`
  case when not c.viewable then ${subscribeState({
    viewerId,
    influencerId: sql`p.influencer_id`,
    isOffered: paymentsOpen
      ? sql`exists (select from subscription_plans s where s.influencer_id = p.influencer_id and s.is_active)`
      : sql`false`,
  })} end`;

type Page = { scope: Scope; filter: FeedFilter; from: Position | undefined };

const pageStatement = ({ scope, filter, from }: Page, paymentsOpen: boolean): SQL => sql`
  select p.id, ${postVersion} as version, c.viewable,
    n.id is not null and c.viewable as unread
    ${scope === 'public' ? sql`, ${lockedState(paymentsOpen)} as "subscribeState"` : sql``}
  from (${page(scope, filter, from)}) c
  join content_posts p on p.id = c.id
  join profiles i on i.id = p.influencer_id
  left join post_notifications n
    on n.post_id = p.id and n.subscriber_id = ${viewerId} and n.read_at is null
  order by c.published_at desc, c.id desc`;

/** Lists and counts posts; each combination of scope and filters is a statement of its own. */
export function createPostListing(pool: Pool, { paymentsOpen }: { paymentsOpen: boolean }) {
  const prepared = new Map<string, ReturnType<typeof prepareStatement>>();

  function run<Row extends object>(kind: string, filter: FeedFilter, make: () => SQL) {
    const { influencerId, category, search } = filter;
    const name = `${kind}${influencerId ? '_i' : ''}${category ? '_c' : ''}${search ? '_s' : ''}`;
    // How to search is planned for the words at hand.
    const statement =
      prepared.get(name) ?? prepareStatement<Row>(pool, make(), search ? undefined : name);
    prepared.set(name, statement);
    return statement as ReturnType<typeof prepareStatement<Row>>;
  }

  return {
    /** One post more than a page holds, when there are more. */
    list(scope: Scope, viewer: Viewer, filter: FeedFilter, from?: Position): Promise<PostRef[]> {
      // First pages, by far the most, have a statement of their own, with a plan that is kept.
      const kind = `posts_${scope}${from ? '_next' : ''}`;
      const statement = run<PostRef>(kind, filter, () =>
        pageStatement({ scope, filter, from }, paymentsOpen),
      );
      return statement({
        ...viewerValues(viewer),
        at: from?.at,
        before: from?.id,
        ...filterValues(filter),
      });
    },
    async count(scope: Scope, viewer: Viewer, filter: FeedFilter): Promise<number> {
      const statement = run<{ total: number }>(
        `posts_${scope}_count`,
        filter,
        () => sql`
          select count(*)::int as total from ${SOURCES[scope]} where ${filterConditions(scope, filter)}`,
      );
      const [row] = await statement({ ...viewerValues(viewer), ...filterValues(filter) });
      return row!.total;
    },
  };
}
