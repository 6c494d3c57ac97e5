import { and, count, eq, gte, inArray, lt, ne, not, sql, type SQL } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
  isPublicInfluencer,
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
import { COUNT_LIMIT } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsText } from '#src/platform/database/statement.ts';
import { orderBy, takePage } from '#src/platform/http/cursor.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  MARKETPLACE_PAGE_SIZE,
  PRICE_RANGES,
  type MarketplaceQuery,
  type Sort,
} from '../marketplace.schema.ts';
import { isFavorite } from './favorites.ts';
import { influencerFigures } from './influencer-figures.ts';
import { isPartAfter, partPositionKey, partsOf, type Part } from './marketplace-order.ts';

export type MarketplaceDependencies = { db: Db; paymentsOpen: boolean };

/**
 * A page of the influencers with an active plan. The first page starts with the highlighted one.
 */
export async function listMarketplace(
  dependencies: MarketplaceDependencies & SpecialDataServices,
  actor: Actor,
  query: MarketplaceQuery,
) {
  const { db } = dependencies;
  const { cursor } = query;
  const preferences = await findPreferences(dependencies, actor);
  const canRecommend = preferences.length > 0;
  const sort = toSort(query.sort, canRecommend);
  const filters = and(matching(query), isFan(actor) ? matchingFan(db, actor, query) : undefined);
  const parts = highlighting(partsOf(sort, recommendedTo(actor, preferences)), query);

  const found: Awaited<ReturnType<typeof readPart>> = [];
  for (const part of parts) {
    const missing = MARKETPLACE_PAGE_SIZE + 1 - found.length;
    if (missing > 0) {
      const rest = { ...part, where: and(filters, isPartAfter(part, cursor)) };
      found.push(...(await readPart(dependencies, actor, rest, missing)));
    }
  }
  const { rows, next } = takePage(found, MARKETPLACE_PAGE_SIZE);
  return {
    influencers: rows.map(toCard),
    nextCursor: next,
    total: await countMarketplace(db, filters),
    sort,
    canRecommend,
  };
}

/** Reads the first influencers of a part of the list. */
function readPart(
  { db, paymentsOpen }: MarketplaceDependencies,
  actor: Actor,
  { where, order, rank }: Part,
  limit: number,
) {
  return db
    .select({
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
        isOffered: sql`${paymentsOpen}::boolean`,
      }),
      isFavorite: isFan(actor) ? sql<boolean>`${isFavorite(db, actor)}` : NEVER,
    })
    .from(subscriptionPlans)
    .innerJoin(profiles, eq(profiles.id, subscriptionPlans.influencerId))
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(where)
    .orderBy(orderBy(order))
    .limit(limit);
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

/** Counts up to {@link COUNT_LIMIT} + 1 influencers. */
async function countMarketplace(db: Db, filters: SQL | undefined): Promise<number> {
  const found = db
    .select({ id: profiles.id })
    .from(subscriptionPlans)
    .innerJoin(profiles, eq(profiles.id, subscriptionPlans.influencerId))
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(filters)
    .limit(COUNT_LIMIT + 1)
    .as('found');
  const [counted] = await db.select({ total: count() }).from(found);
  return counted?.total ?? 0;
}

function matching({ search, category, price }: MarketplaceQuery): SQL | undefined {
  const range = price && PRICE_RANGES[price];
  return and(
    eq(subscriptionPlans.isActive, true),
    isPublicInfluencer,
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
  return cursor ? rest : [{ order: first.order, where: eq(profiles.id, highlight) }, ...rest];
}

type Row = Parameters<typeof influencerImage>[0];

function toCard<R extends Row>({ aboutImages, photoKey, photoUrl, avatarUrl, ...row }: R) {
  return { ...row, image: influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }) };
}
