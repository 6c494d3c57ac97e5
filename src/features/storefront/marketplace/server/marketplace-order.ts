import { sql, type SQL } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import type { Order } from '#src/platform/http/cursor.ts';
import type { Sort } from '../marketplace.schema.ts';

const byCreation = { by: profiles.createdAt, type: 'timestamptz', id: profiles.id } as const;
// The index of the plans ends with the id of the influencer.
const ofPlan = { type: 'bigint', id: subscriptionPlans.influencerId } as const;
const byPrice = { ...ofPlan, by: subscriptionPlans.priceMonthlyCents } as const;

/** More than an influencer can have subscribers. */
const RECOMMENDED_FIRST = sql.raw(String(2 ** 31));

/** The sort orders of the marketplace; `recommended` depends on the viewer. */
const ORDERS: Record<Exclude<Sort, 'recommended'>, Order> = {
  popular: { ...ofPlan, by: subscriptionPlans.subscriberCount, descending: true },
  newest: { ...byCreation, descending: true },
  oldest: { ...byCreation, descending: false },
  'price-high': { ...byPrice, descending: true },
  'price-low': { ...byPrice, descending: false },
  name: { by: sql`lower(${profiles.fullName})`, type: 'text', id: profiles.id, descending: false },
};

/**
 * The order of a list: recommended influencers come first and then all others, both by popularity.
 * @param isRecommended whether the influencer of a row is recommended to the viewer
 */
export function orderOf(sort: Sort, isRecommended: SQL): Order {
  if (sort !== 'recommended') return ORDERS[sort];
  const rank = sql`case when ${isRecommended} then ${RECOMMENDED_FIRST} else 0 end`;
  return { ...ORDERS.popular, by: sql`(${rank} + ${subscriptionPlans.subscriberCount})` };
}
