import { and, not, sql, type SQL } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { decodeCursor, isAfter, positionKey, type Order } from '#src/platform/http/cursor.ts';
import type { Sort } from '../marketplace.schema.ts';

const byCreation = { by: profiles.createdAt, type: 'timestamptz', id: profiles.id } as const;
// The index of the plans ends with the id of the influencer.
const ofPlan = { type: 'bigint', id: subscriptionPlans.influencerId } as const;
const byPrice = { ...ofPlan, by: subscriptionPlans.priceMonthlyCents } as const;

/** The orders of one expression; `recommended` has two parts. */
const ORDERS: Record<Exclude<Sort, 'recommended'>, Order> = {
  popular: { ...ofPlan, by: subscriptionPlans.subscriberCount, descending: true },
  newest: { ...byCreation, descending: true },
  oldest: { ...byCreation, descending: false },
  'price-high': { ...byPrice, descending: true },
  'price-low': { ...byPrice, descending: false },
  name: { by: sql`lower(${profiles.fullName})`, type: 'text', id: profiles.id, descending: false },
};

/** Whether an order is that of the plans; the others are those of the profiles. */
export function isSortedByPlan(sort: Sort): boolean {
  return sort === 'recommended' || ORDERS[sort].id === subscriptionPlans.influencerId;
}

/** A part of a list, which its rows follow in `order`. */
export type Part = {
  order: Order;
  where?: SQL | undefined;
  /** Added to the numbers that the part is ordered by, to distinguish its cursors. */
  rank?: number;
};

/** More than an influencer can have subscribers. */
const RECOMMENDED_FIRST = 2 ** 31;

/**
 * The parts of a list in order: recommended influencers come first and then all others, both by
 * popularity. Each part is read from the index, which one order by an expression would not use.
 * @param isRecommended whether the influencer of a row is recommended to the viewer
 */
export function partsOf(sort: Sort, isRecommended: SQL): Part[] {
  if (sort !== 'recommended') return [{ order: ORDERS[sort] }];
  return [
    { order: ORDERS.popular, where: isRecommended, rank: RECOMMENDED_FIRST },
    { order: ORDERS.popular, where: not(isRecommended) },
  ];
}

/** The rows of a part after a cursor of any part; all of them without a cursor. */
export function isPartAfter({ order, where, rank }: Part, cursor: string | undefined) {
  if (cursor === undefined) return where;
  const { key, id } = decodeCursor(cursor, order.type);
  return and(where, isAfter(order, { key: rank ? Number(key) - rank : key, id }));
}

/** The key of a row's position in the whole list. */
export function partPositionKey({ order, rank }: Part) {
  return positionKey(rank ? { by: sql`(${order.by} + ${rank}::bigint)` } : order);
}
