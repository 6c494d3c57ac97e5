import { and, count, eq, gte, inArray, lt, ne, not, sql, type SQL } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
  isPublicInfluencer,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import {
  hasSubscription,
  subscribeState,
} from '#src/features/money/subscriptions/server/subscribe-state.ts';
import type { Category } from '#src/lib/categories.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsText } from '#src/platform/database/statement.ts';
import {
  decodeCursor,
  isAfter,
  orderBy,
  positionKey,
  takePage,
  type Order,
} from '#src/platform/http/cursor.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  MARKETPLACE_PAGE_SIZE,
  PRICE_RANGES,
  type MarketplaceQuery,
  type Sort,
} from '../marketplace.schema.ts';
import { isFavorite } from './favorites.ts';
import { influencerFigures } from './influencer-figures.ts';
import { orderOf } from './marketplace-order.ts';

export type MarketplaceDependencies = { db: Db; paymentsOpen: boolean };

/**
 * A page of the influencers with an active plan. The first page starts with the highlighted one.
 */
export async function listMarketplace(
  { db, paymentsOpen }: MarketplaceDependencies,
  actor: Actor,
  query: MarketplaceQuery,
) {
  const { highlight, cursor } = query;
  const preferences = await findPreferences(db, actor);
  const canRecommend = preferences.length > 0;
  const sort = toSort(query.sort, canRecommend);
  const isRecommended = recommendedTo(actor, preferences);
  const order = orderOf(sort, isRecommended);
  const filters = and(matching(query), isFan(actor) ? matchingFan(db, actor, query) : undefined);
  const page = db
    .select({
      id: profiles.id,
      fullName: profiles.fullName,
      publicUrl: profiles.publicUrl,
      contentCategory: profiles.contentCategory,
      bio: profiles.bio,
      createdAt: profiles.createdAt,
      priceCents: subscriptionPlans.priceMonthlyCents,
      positionKey: positionKey(order),
      ...imageColumns,
      subscriberCount: influencerFigures.subscriberCount,
      postCount: influencerFigures.postCount,
      subscribeState: subscribeState({
        viewerId: actor.userId,
        influencerId: profiles.id,
        isOffered: sql`${paymentsOpen}::boolean`,
      }),
      isRecommended,
      isFavorite: isFan(actor) ? sql<boolean>`${isFavorite(db, actor)}` : NEVER,
    })
    .from(subscriptionPlans)
    .innerJoin(profiles, eq(profiles.id, subscriptionPlans.influencerId))
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(and(filters, cursor ? after(order, cursor, highlight) : undefined))
    .orderBy(...highlightFirst(cursor ? undefined : highlight), orderBy(order))
    .limit(MARKETPLACE_PAGE_SIZE + 1);
  const [found, [counted]] = await Promise.all([page, countMarketplace(db, filters)]);

  const { rows, next } = takePage(found, MARKETPLACE_PAGE_SIZE);
  return {
    influencers: rows.map(toCard),
    nextCursor: next,
    total: counted?.total ?? 0,
    sort,
    canRecommend,
  };
}

const NEVER = sql<boolean>`false`;

const isFan = ({ role }: Actor) => role === 'subscriber';

/** The preferences of a fan; none for everyone else. */
async function findPreferences(db: Db, actor: Actor): Promise<Category[]> {
  if (!isFan(actor)) return [];
  const [fan] = await db
    .select({ preferences: profiles.preferences })
    .from(profiles)
    .where(eq(profiles.id, actor.userId));
  return fan?.preferences ?? [];
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

const countMarketplace = (db: Db, filters: SQL | undefined) =>
  db
    .select({ total: count() })
    .from(subscriptionPlans)
    .innerJoin(profiles, eq(profiles.id, subscriptionPlans.influencerId))
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(filters);

function matching({ search, category, price }: MarketplaceQuery): SQL | undefined {
  const range = price && PRICE_RANGES[price];
  return and(
    eq(subscriptionPlans.isActive, true),
    isPublicInfluencer,
    containsText(search, profiles.fullName, profiles.contentCategory, profiles.bio),
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

// The highlighted influencer is on the first page in every order, so on no other page.
const after = (order: Order, cursor: string, highlight: string | undefined) =>
  and(
    isAfter(order, decodeCursor(cursor, order.type)),
    highlight ? ne(profiles.id, highlight) : undefined,
  );

const highlightFirst = (highlight: string | undefined): SQL[] =>
  highlight ? [sql`(${profiles.id} = ${highlight}) desc`] : [];

type Row = Parameters<typeof influencerImage>[0];

function toCard<R extends Row>({ aboutImages, photoKey, photoUrl, avatarUrl, ...row }: R) {
  return { ...row, image: influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }) };
}
