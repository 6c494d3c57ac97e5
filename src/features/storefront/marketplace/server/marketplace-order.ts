import { sql } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import type { Order } from '#src/platform/http/cursor.ts';
import type { Sort } from '../marketplace.schema.ts';

const byCreation = { by: profiles.createdAt, type: 'timestamptz', id: profiles.id } as const;
const byPrice = {
  by: subscriptionPlans.priceMonthlyCents,
  type: 'bigint',
  id: profiles.id,
} as const;

/** The sort orders of the marketplace. */
export const ORDERS: Record<Sort, Order> = {
  newest: { ...byCreation, descending: true },
  oldest: { ...byCreation, descending: false },
  'price-high': { ...byPrice, descending: true },
  'price-low': { ...byPrice, descending: false },
  name: { by: sql`lower(${profiles.fullName})`, type: 'text', id: profiles.id, descending: false },
};
