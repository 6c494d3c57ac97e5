import { and, eq, gte, inArray, lt, ne, not, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
  isListedInfluencer,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { isAllowedSearch } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import {
  findSpecialData,
  type SpecialDataServices,
} from '#src/features/identity/special-data/server/special-data.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import {
  hasSubscription,
  subscribeState,
} from '#src/features/money/subscriptions/server/subscribe-state.ts';
import type { Category } from '#src/lib/categories.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsText, selectPlannedOnce } from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import { orderBy, takePage } from '#src/platform/http/cursor.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  MARKETPLACE_COUNT_LIMIT,
  MARKETPLACE_PAGE_SIZE,
  PRICE_RANGES,
  type MarketplaceQuery,
  type Sort,
} from '../marketplace.schema.ts';
import { isFavorite } from './favorites.ts';
import { influencerFigures } from './influencer-figures.ts';
import {
  isPartAfter,
  isSortedByPlan,
  partPositionKey,
  partsOf,
  type Part,
} from './marketplace-order.ts';

export type MarketplaceDependencies = { db: Db; paymentsOpen: boolean };

type ListDependencies = MarketplaceDependencies & SpecialDataServices & { pool: Pool };

/** Influencers with their plan. The limit says that there is one of the other for each. */
type Source = { from: SQL; where: SQL | undefined };

/** In the order of the plans. */
const BY_PLAN: Source = {
  from: sql`${subscriptionPlans} cross join lateral (
    select * from ${profiles}
    where ${profiles.id} = ${subscriptionPlans.influencerId} and ${isListedInfluencer} limit 1) ${profiles}`,
  where: sql`${subscriptionPlans.isActive}`,
};

/** In the order of the profiles, or found by an index of them. */
const BY_PROFILE: Source = {
  from: sql`${profiles} cross join lateral (
    select * from ${subscriptionPlans}
    where ${subscriptionPlans.influencerId} = ${profiles.id} and ${subscriptionPlans.isActive} limit 1) ${subscriptionPlans}`,
  where: isListedInfluencer,
};

/**
 * A page of the influencers with an active plan. The first page starts with the highlighted one.
 */
export async function listMarketplace(
  dependencies: ListDependencies,
  actor: Actor,
  query: MarketplaceQuery,
) {
  const { db, pool } = dependencies;
  const { search, category, price, favorites } = query;
  const preferences = await findPreferences(dependencies, actor);
  const canRecommend = preferences.length > 0;
  const sort = toSort(query.sort, canRecommend);
  const filters = and(matching(query), isFan(actor) ? matchingFan(db, actor, query) : undefined);
  // Without these, one plan serves every fan.
  const indifferent = search || category || price ? 0 : 'all';
  const source = isSortedByPlan(sort) && !search && !favorites ? BY_PLAN : BY_PROFILE;
  const parts = highlighting(partsOf(sort, recommendedTo(actor, preferences)), query).map(
    (part) => ({ ...part, where: and(filters, isPartAfter(part, query.cursor)) }),
  );
  const [found, total] = await Promise.all([
    readParts(dependencies, { actor, source, indifferent }, parts),
    countUpToLimit(pool, BY_PROFILE.from, [BY_PROFILE.where, filters], {
      limit: MARKETPLACE_COUNT_LIMIT,
      indifferent,
    }),
  ]);
  const { rows, next } = takePage(found, MARKETPLACE_PAGE_SIZE);
  return { influencers: rows.map(toCard), nextCursor: next, total, sort, canRecommend };
}

type Reading = { actor: Actor; source: Source; indifferent: 0 | 'all' };

/** Reads one influencer more than a page has, if there are so many. */
async function readParts(dependencies: ListDependencies, reading: Reading, parts: Part[]) {
  const found: Awaited<ReturnType<typeof readPart>> = [];
  for (const part of parts) {
    const missing = MARKETPLACE_PAGE_SIZE + 1 - found.length;
    if (missing > 0) found.push(...(await readPart(dependencies, reading, part, missing)));
  }
  return found;
}

/** Reads the first influencers of a part of the list. */
function readPart(
  { db, pool, paymentsOpen }: ListDependencies,
  { actor, source, indifferent }: Reading,
  { where, order, rank }: Part,
  limit: number,
) {
  const selection = {
    id: profiles.id,
    fullName: profiles.fullName,
    publicUrl: profiles.publicUrl,
    contentCategory: profiles.contentCategory,
    bio: profiles.bio,
    createdAt: profiles.createdAt,
    priceCents: subscriptionPlans.priceMonthlyCents,
    positionKey: partPositionKey({ order, rank }),
    ...imageColumns,
    // Counted by a job: the most popular influencers have too many subscribers to count them here.
    subscriberCount: subscriptionPlans.subscriberCount,
    postCount: influencerFigures.postCount,
    subscribeState: subscribeState({
      viewerId: actor.userId,
      influencerId: profiles.id,
      isOffered: sql`true`,
      paymentsOpen,
    }),
    isFavorite: isFan(actor) ? sql<boolean>`${isFavorite(db, actor)}` : NEVER,
  };
  return selectPlannedOnce(
    pool,
    selection,
    (columns) => sql`
      select ${columns} from ${source.from} where ${and(source.where, where)}
      order by ${orderBy(order)} limit ${sql.raw(String(limit))}`,
    indifferent,
  );
}

const NEVER = sql<boolean>`false`;

const isFan = ({ role }: Actor) => role === 'subscriber';

/** The preferences of a fan who consents to their use; none for everyone else. */
async function findPreferences(services: SpecialDataServices, actor: Actor): Promise<Category[]> {
  if (!isFan(actor)) return [];
  return (await findSpecialData(services, actor.userId))?.preferences ?? [];
}

function toSort(requested: Sort | undefined, canRecommend: boolean): Sort {
  if (canRecommend) return requested ?? 'recommended';
  return requested === undefined || requested === 'recommended' ? 'newest' : requested;
}

const subscribedTo = ({ userId }: Actor) =>
  hasSubscription({ viewerId: userId, influencerId: profiles.id });

function recommendedTo(actor: Actor, preferences: Category[]): SQL<boolean> {
  if (preferences.length === 0) return NEVER;
  // Coalesced because influencers may have no category.
  const isPreferred = sql`coalesce(${inArray(profiles.contentCategory, preferences)}, false)`;
  return sql<boolean>`(${isPreferred} and not ${subscribedTo(actor)})`;
}

function matching({ search, category, price }: MarketplaceQuery): SQL | undefined {
  const range = price && PRICE_RANGES[price];
  return and(
    containsText(search, profiles.fullName, profiles.contentCategory, profiles.bio),
    search ? isAllowedSearch(sql`${search}`) : undefined,
    category?.length ? inArray(profiles.contentCategory, category) : undefined,
    range ? gte(subscriptionPlans.priceMonthlyCents, range.from) : undefined,
    range?.to ? lt(subscriptionPlans.priceMonthlyCents, range.to) : undefined,
  );
}

const matchingFan = (db: Db, actor: Actor, { favorites, hideSubscribed }: MarketplaceQuery) =>
  and(
    favorites ? isFavorite(db, actor) : undefined,
    hideSubscribed ? not(subscribedTo(actor)) : undefined,
  );

/** The first page starts with the highlighted influencer, who is on no other place. */
function highlighting(parts: Part[], { highlight, cursor }: MarketplaceQuery): Part[] {
  const [first] = parts;
  if (!highlight || !first) return parts;
  const rest = parts.map((part) => ({
    ...part,
    where: and(part.where, ne(profiles.id, highlight)),
  }));
  // Whichever of both is read first, an index finds it.
  const where = and(eq(profiles.id, highlight), eq(subscriptionPlans.influencerId, highlight));
  return cursor ? rest : [{ order: first.order, where }, ...rest];
}

type Row = Parameters<typeof influencerImage>[0];

function toCard<R extends Row>({ aboutImages, photoKey, photoUrl, avatarUrl, ...row }: R) {
  return { ...row, image: influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }) };
}
