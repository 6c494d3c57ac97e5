import { and, count, eq, gte, lt, ne, sql, type SQL } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
  isPublicInfluencer,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { subscribeState } from '#src/features/money/subscriptions/server/subscribe-state.ts';
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
} from '../marketplace.schema.ts';
import { influencerFigures } from './influencer-figures.ts';
import { ORDERS } from './marketplace-order.ts';

export type MarketplaceDependencies = { db: Db; paymentsOpen: boolean };

/**
 * A page of the influencers with an active plan. The first page starts with the highlighted one.
 */
export async function listMarketplace(
  { db, paymentsOpen }: MarketplaceDependencies,
  actor: Actor,
  query: MarketplaceQuery,
) {
  const { sort, highlight, cursor } = query;
  const order = ORDERS[sort];
  const filters = matching(query);
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
  };
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
    category ? eq(profiles.contentCategory, category) : undefined,
    range ? gte(subscriptionPlans.priceMonthlyCents, range.from) : undefined,
    range?.to ? lt(subscriptionPlans.priceMonthlyCents, range.to) : undefined,
  );
}

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
